package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.iam.AccessRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The DynamoDB endpoint: checks permissions and forwards calls to the engine. */
public final class DynamoDbService implements AwsService {

    private static final Map<String, String> ACTION_OF_WRITE = Map.of(
            "Put", "PutItem", "Update", "UpdateItem", "Delete", "DeleteItem", "ConditionCheck", "ConditionCheckItem");

    private static final Set<String> WRITES = Set.of(
            "PutItem",
            "UpdateItem",
            "DeleteItem",
            "BatchWriteItem",
            "TransactWriteItems",
            "ExecuteStatement",
            "BatchExecuteStatement",
            "ExecuteTransaction");

    /**
     * Stream operations are not offered, because the engine's records differ from AWS's; event source mappings read
     * streams.
     */
    private static final String API = "DynamoDB_20120810";

    private final Engine engine;
    private final Map<String, String> expiryAttributes;
    private final ExpiryLedger ledger;
    private final Consumer<Optional<Set<String>>> onWrite;

    /**
     * Creates the endpoint.
     *
     * @param expiring the tables with TTL
     * @param onWrite receives the tables that a call may have changed; empty if they are unknown
     */
    public DynamoDbService(
            Engine engine, List<TimeToLive> expiring, ExpiryLedger ledger, Consumer<Optional<Set<String>>> onWrite) {
        this.engine = engine;
        this.expiryAttributes = expiring.stream().collect(Collectors.toMap(TimeToLive::table, TimeToLive::attribute));
        this.ledger = ledger;
        this.onWrite = onWrite;
    }

    @Override
    public List<String> hosts() {
        // SDK clients that know the account id use the second one.
        return List.of(
                "dynamodb." + Account.REGION + ".amazonaws.com",
                Account.ID + ".ddb." + Account.REGION + ".amazonaws.com");
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        JsonNode body = request.body();
        return switch (request.action()) {
            case "GetItem", "PutItem", "UpdateItem", "DeleteItem", "DescribeTable" ->
                Optional.of(List.of(access(request.action(), body)));
            case "Query", "Scan" -> Optional.of(List.of(indexAccess(request.action(), body)));
            case "BatchGetItem", "BatchWriteItem" ->
                Optional.of(body.path("RequestItems")
                        .propertyStream()
                        .map(table -> new AccessRequest("dynamodb:" + request.action(), arn(table.getKey())))
                        .toList());
            case "TransactGetItems" ->
                Optional.of(body.path("TransactItems")
                        .valueStream()
                        .map(item -> access("GetItem", item.path("Get")))
                        .distinct()
                        .toList());
            case "TransactWriteItems" ->
                Optional.of(body.path("TransactItems")
                        .valueStream()
                        .flatMap(JsonNode::propertyStream)
                        .map(write ->
                                access(ACTION_OF_WRITE.getOrDefault(write.getKey(), write.getKey()), write.getValue()))
                        .distinct()
                        .toList());
            default -> Optional.empty();
        };
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) throws IOException {
        if (!request.api().equals(API)) {
            return AwsResponses.notOffered(request);
        }
        return switch (request.action()) {
            case "DescribeTimeToLive" ->
                AwsResponses.ok(timeToLive(request.body().path("TableName").asText()));
            case "UpdateTimeToLive" ->
                AwsResponses.refused("ValidationException", "Time to live can only be changed in the templates");
            case "DescribeTable" -> TableDescription.inAwsForm(engine.forward(request));
            default -> WRITES.contains(request.action()) ? write(request) : engine.forward(request);
        };
    }

    private HttpExecuteResponse write(AwsRequest request) throws IOException {
        HttpExecuteResponse response = ledger.whileNothingExpires(() -> engine.forward(request));
        onWrite.accept(WrittenTables.of(request.body()));
        return response;
    }

    /** Returns the TTL description, which the engine does not have because its own expiry is off. */
    private ObjectNode timeToLive(String table) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ObjectNode description = answer.putObject("TimeToLiveDescription");
        String attribute = expiryAttributes.get(table);
        if (attribute == null) {
            description.put("TimeToLiveStatus", "DISABLED");
        } else {
            description.put("TimeToLiveStatus", "ENABLED").put("AttributeName", attribute);
        }
        return answer;
    }

    private static AccessRequest access(String action, JsonNode parameters) {
        return new AccessRequest(
                "dynamodb:" + action, arn(parameters.path("TableName").asText()));
    }

    private static AccessRequest indexAccess(String action, JsonNode parameters) {
        AccessRequest table = access(action, parameters);
        return parameters.has("IndexName")
                ? new AccessRequest(
                        table.action(),
                        table.resource() + "/index/"
                                + parameters.path("IndexName").asText())
                : table;
    }

    private static String arn(String table) {
        return Account.arn("dynamodb", "table/" + table);
    }
}
