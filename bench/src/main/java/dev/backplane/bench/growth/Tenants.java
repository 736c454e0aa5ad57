package dev.backplane.bench.growth;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantKey;
import dev.backplane.tenants.store.TenantStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tenants that have their queues, each in a partition of its own and all in one of the index. */
final class Tenants implements Subject {

    private static final String DATE = "2026-01-05T00:00:00.000Z";
    private static final String ARN = "arn:aws:sqs:us-east-1:000000000000:tenant-";
    private static final String URL = "https://sqs.us-east-1.amazonaws.com/000000000000/tenant-";
    private static final int PAGE = 25;

    @Override
    public TableSpec table() {
        return TenantStore.TABLE;
    }

    @Override
    public Map<String, AttributeValue> item(int number) {
        return Item.builder()
                .text("pk", key(number).partition())
                .text("sk", key(number).sort())
                .text("CreatedAt", DATE)
                .text("UpdatedAt", DATE)
                .text("Version", "1.0.0")
                .number("Generation", 1)
                .text("InboundQueueArn", ARN + id(number) + "-inbound")
                .text("InboundQueueUrl", URL + id(number) + "-inbound")
                .build()
                .attributes();
    }

    @Override
    public List<Lookup> lookups(Shop shop, String table, int size) {
        TenantStore tenants = new Stores(shop.platform(Map.of(TenantsSettings.TENANT_TABLE, table))).tenants();
        DynamoDbClient client = shop.client();
        return List.of(
                new Lookup(
                        "a tenant and its queues",
                        number -> Check.there(tenants.getTenant(id(number)).metadata()),
                        number -> client.query(query -> query.tableName(table)
                                .keyConditionExpression("pk = :tenant")
                                .expressionAttributeValues(Map.of(
                                        ":tenant", Values.text(key(number).partition())))
                                .consistentRead(true))),
                new Lookup(
                        "25 tenants, anywhere",
                        number -> Check.full(
                                PAGE,
                                tenants.listTenants(PAGE, Optional.of(id(number)))
                                        .items()),
                        number -> client.query(query -> query.tableName(table)
                                .indexName(TenantStore.INVERTED)
                                .keyConditionExpression("sk = :metadata")
                                .expressionAttributeValues(Map.of(":metadata", Values.text(TenantKey.METADATA)))
                                .limit(PAGE + 1)
                                .exclusiveStartKey(Map.of(
                                        "pk", Values.text(key(number).partition()),
                                        "sk", Values.text(key(number).sort()))))));
    }

    private static TenantKey key(int number) {
        return TenantKey.metadata(id(number));
    }

    private static TenantId id(int number) {
        return new TenantId(String.format("tenant-%07d", number));
    }
}
