package dev.backplane.bench.naive;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Leases an account to a user. */
public class CreateLeaseFunction implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {

    private static final Logger logger = LoggerFactory.getLogger(CreateLeaseFunction.class);
    private static final ObjectMapper mapper = new ObjectMapper();
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final DynamoDbClient dynamoDb = DynamoDbClient.create();
    private final String table = System.getenv("POOL_TABLE");

    /** The response body. */
    public record Lease(
            String leaseId,
            String state,
            String accountId,
            String userId,
            String createdAt,
            String expiresAt,
            int extensions,
            String endedAt,
            String reason) {}

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        try {
            JsonNode body = mapper.readTree(event.getBody());
            String user = body.get("userId").asText();
            int minutes = body.path("durationMinutes").asInt(480);
            logger.info("Leasing an account to {} for {} minutes", user, minutes);

            List<String> accounts = dynamoDb.getItem(get -> get.tableName(table)
                            .key(key("account_status#available"))
                            .consistentRead(true))
                    .item()
                    .getOrDefault("data", AttributeValue.fromSs(List.of()))
                    .ss();
            if (accounts.isEmpty()) {
                return Responses.json(409, "{\"code\":\"NO_ACCOUNT_AVAILABLE\"}");
            }
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            Lease lease = new Lease(
                    UUID.randomUUID().toString(),
                    "active",
                    accounts.get(ThreadLocalRandom.current().nextInt(accounts.size())),
                    user,
                    TIME.format(now),
                    TIME.format(now.plus(minutes, ChronoUnit.MINUTES)),
                    0,
                    null,
                    null);
            dynamoDb.transactWriteItems(write -> write.transactItems(transaction(lease, minutes)));
            return Responses.json(201, mapper.writeValueAsString(lease));
        } catch (JsonProcessingException e) {
            return Responses.json(400, "{\"code\":\"INVALID_JSON\"}");
        }
    }

    private List<TransactWriteItem> transaction(Lease lease, int minutes) {
        AttributeValue now = AttributeValue.fromS(lease.createdAt());
        AttributeValue account = AttributeValue.fromS(lease.accountId());
        AttributeValue id = AttributeValue.fromS(lease.leaseId());
        Map<String, AttributeValue> item = Map.of(
                "pk", AttributeValue.fromS("lease_id#" + lease.leaseId()),
                "data",
                        AttributeValue.fromM(Map.of(
                                "state", AttributeValue.fromS("active"),
                                "account", account,
                                "user", AttributeValue.fromS(lease.userId()),
                                "expires", AttributeValue.fromS(lease.expiresAt()))),
                "created", now,
                "askedMinutes", AttributeValue.fromN(Integer.toString(minutes)));
        return List.of(
                update(
                        "account_id#" + lease.accountId(),
                        "SET #data = :leased, since = :now, leaseId = :lease",
                        "#data = :available",
                        Map.of(
                                ":leased",
                                AttributeValue.fromS("leased"),
                                ":now",
                                now,
                                ":lease",
                                id,
                                ":available",
                                AttributeValue.fromS("available"))),
                update("account_status#available", "DELETE #data :id", null, ids(lease.accountId())),
                update("account_status#leased", "ADD #data :id", null, ids(lease.accountId())),
                TransactWriteItem.builder()
                        .put(put -> put.tableName(table).item(item).conditionExpression("attribute_not_exists(pk)"))
                        .build(),
                update("lease_status#active", "ADD #data :id", null, ids(lease.leaseId())),
                update(
                        "user_id#" + lease.userId(),
                        "SET #data = :holding, registered = if_not_exists(registered, :now)",
                        "attribute_not_exists(#data)",
                        Map.of(
                                ":holding",
                                AttributeValue.fromM(Map.of("lease", id, "account", account)),
                                ":now",
                                now)));
    }

    private TransactWriteItem update(
            String key, String expression, String condition, Map<String, AttributeValue> values) {
        return TransactWriteItem.builder()
                .update(update -> update.tableName(table)
                        .key(key(key))
                        .updateExpression(expression)
                        .conditionExpression(condition)
                        .expressionAttributeNames(Map.of("#data", "data"))
                        .expressionAttributeValues(values))
                .build();
    }

    private static Map<String, AttributeValue> ids(String id) {
        return Map.of(":id", AttributeValue.fromSs(List.of(id)));
    }

    private static Map<String, AttributeValue> key(String pk) {
        return Map.of("pk", AttributeValue.fromS(pk));
    }
}
