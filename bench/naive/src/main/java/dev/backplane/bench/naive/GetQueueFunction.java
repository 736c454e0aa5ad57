package dev.backplane.bench.naive;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;

/** Returns the inbound queue of a tenant that has one. */
public class GetQueueFunction implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {

    private static final Logger logger = LoggerFactory.getLogger(GetQueueFunction.class);
    private static final ObjectMapper mapper = new ObjectMapper();

    private final DynamoDbTable<TenantRow> tenants =
            DynamoDbEnhancedClient.create().table(System.getenv("TENANT_TABLE"), TableSchema.fromBean(TenantRow.class));

    /** The response body. */
    public record Queue(String tenantId, String type, String arn, String url, String region, String version) {}

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        String tenantId = event.getPathParameters().get("tenantId");
        String queueType = event.getPathParameters().get("queueType");
        logger.info("Looking for the {} queue of {}", queueType, tenantId);

        Optional<TenantRow> metadata = tenants
                .query(query -> query.queryConditional(
                                QueryConditional.keyEqualTo(key -> key.partitionValue("TENANT_ID#" + tenantId)))
                        .consistentRead(true))
                .items()
                .stream()
                .filter(row -> "METADATA".equals(row.getSk()))
                .findFirst();
        if (metadata.isEmpty()) {
            return Responses.json(404, "{\"code\":\"TENANT_NOT_FOUND\"}");
        }
        try {
            return Responses.json(200, mapper.writeValueAsString(queue(tenantId, queueType, metadata.get())));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Queue queue(String tenantId, String queueType, TenantRow metadata) {
        String arn = metadata.getInboundQueueArn();
        String region = arn.split(":")[3];
        return new Queue(tenantId, queueType, arn, metadata.getInboundQueueUrl(), region, metadata.getVersion());
    }
}
