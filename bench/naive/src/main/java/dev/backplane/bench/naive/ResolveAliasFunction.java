package dev.backplane.bench.naive;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Returns the deployment that serves a path of a host. */
public class ResolveAliasFunction implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {

    private static final Logger logger = LoggerFactory.getLogger(ResolveAliasFunction.class);
    private static final ObjectMapper mapper = new ObjectMapper();

    private final DynamoDbClient dynamoDb = DynamoDbClient.create();
    private final String table = System.getenv("ALIAS_TABLE");

    /** The response body. */
    public record Resolution(
            String alias,
            String hostname,
            String basePath,
            String deployment,
            String matchedBy,
            long revision,
            JsonNode routes,
            JsonNode lambdaRoutes,
            JsonNode prerenders) {}

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        String hostname = event.getQueryStringParameters().get("hostname");
        String path = event.getQueryStringParameters().getOrDefault("path", "/");
        logger.info("Resolving {}{}", hostname, path);

        String host = reverse(hostname);
        Map<String, AttributeValue> route = findRoute(host, path);
        if (route == null) {
            return Responses.json(404, "{\"code\":\"ALIAS_NOT_FOUND\"}");
        }
        String basePath = route.get("BasePath").s();
        Map<String, AttributeValue> config = dynamoDb.getItem(get -> get.tableName(table)
                        .key(Map.of(
                                "PK", AttributeValue.fromS("CONFIGNEXTJS"),
                                "SK", AttributeValue.fromS(host + "#" + basePath)))
                        .consistentRead(true))
                .item();
        try {
            Resolution resolution = new Resolution(
                    hostname + basePath,
                    hostname,
                    basePath,
                    route.get("DeploymentId").s(),
                    "exact",
                    Long.parseLong(route.get("Revision").n()),
                    parse(config.get("Routes")),
                    parse(config.get("LambdaRoutes")),
                    parse(config.get("Prerenders")));
            return Responses.json(200, mapper.writeValueAsString(resolution));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, AttributeValue> findRoute(String host, String path) {
        List<Map<String, AttributeValue>> routes = dynamoDb.query(query -> query.tableName(table)
                        .keyConditionExpression("PK = :pk AND SK BETWEEN :low AND :high")
                        .expressionAttributeValues(Map.of(
                                ":pk", AttributeValue.fromS("ROUTES"),
                                ":low", AttributeValue.fromS(host + "#/"),
                                ":high", AttributeValue.fromS(host + "#" + path)))
                        .scanIndexForward(false)
                        .limit(12)
                        .consistentRead(true))
                .items();
        return routes.stream()
                .filter(route -> holds(route.get("BasePath").s(), path))
                .findFirst()
                .orElse(null);
    }

    private static boolean holds(String basePath, String path) {
        return basePath.equals("/") || path.equals(basePath) || path.startsWith(basePath + "/");
    }

    private static String reverse(String hostname) {
        List<String> labels = Arrays.asList(hostname.split("\\."));
        Collections.reverse(labels);
        return String.join(".", labels);
    }

    private static JsonNode parse(AttributeValue json) throws JsonProcessingException {
        return json == null ? null : mapper.readTree(json.s());
    }
}
