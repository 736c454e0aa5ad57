package dev.backplane.bench.growth;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentPosition;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Deployments, all in one partition and listed by an index, one a second. */
final class Deployments implements Subject {

    private static final String PARTITION = "DEPLOYMENTS";
    private static final Instant FIRST = Instant.parse("2026-01-05T00:00:00Z");
    private static final int PAGE = 25;

    @Override
    public TableSpec table() {
        return DeploymentStore.TABLE;
    }

    @Override
    public Map<String, AttributeValue> item(int number) {
        return Item.builder()
                .text("PK", PARTITION)
                .text("SK", "D#" + id(number))
                .text("GSI1SK", position(number).toString())
                .number("ItemVersion", 1)
                .text("DeploymentId", id(number).value())
                .text("CreateDate", Times.format(date(number)))
                .text("Status", "FINISHED")
                .text("DeploymentTemplate", "FUNCTION_URLS")
                .number("AliasCount", 0)
                .text("WriteMark", id(number).value())
                .build()
                .attributes();
    }

    @Override
    public List<Lookup> lookups(Shop shop, String table, int size) {
        DeploymentStore deployments = new Stores(shop.platform(Map.of(
                        DeploymentsSettings.DEPLOYMENT_TABLE,
                        table,
                        DeploymentsSettings.ALIAS_TABLE,
                        AliasStore.TABLE.name())))
                .deployments();
        DynamoDbClient client = shop.client();
        return List.of(
                new Lookup(
                        "25 deployments, the newest",
                        _ -> page(deployments, Optional.empty()),
                        _ -> client.query(query -> query(query, table))),
                new Lookup(
                        "25 deployments, anywhere",
                        number -> page(deployments, Optional.of(position(number + PAGE))),
                        number -> client.query(query -> query(query, table).exclusiveStartKey(start(number + PAGE)))));
    }

    private static void page(DeploymentStore deployments, Optional<DeploymentPosition> after) {
        Check.full(PAGE, deployments.listDeployments(PAGE, after).items());
    }

    private static QueryRequest.Builder query(QueryRequest.Builder query, String table) {
        return query.tableName(table)
                .indexName(DeploymentStore.BY_DATE)
                .keyConditionExpression("PK = :pk")
                .expressionAttributeValues(Map.of(":pk", Values.text(PARTITION)))
                .scanIndexForward(false)
                .limit(PAGE + 1);
    }

    private static Map<String, AttributeValue> start(int number) {
        return Map.of(
                "PK", Values.text(PARTITION),
                "SK", Values.text("D#" + id(number)),
                "GSI1SK", Values.text(position(number).toString()));
    }

    private static DeploymentPosition position(int number) {
        return new DeploymentPosition(date(number), id(number));
    }

    private static Instant date(int number) {
        return FIRST.plusSeconds(number);
    }

    private static DeploymentId id(int number) {
        return new DeploymentId(String.format("site-%07d", number));
    }
}
