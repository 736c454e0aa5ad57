package dev.backplane.bench.growth;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.store.Tables;
import dev.backplane.userdata.store.UsageStore;
import dev.backplane.userdata.store.UserPosition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Users of one app, spread over the partitions of the index. */
final class AppUsers implements Subject {

    private static final AppName APP = new AppName("notes");
    private static final int SHARDS = 16;
    private static final int PAGE = 25;

    @Override
    public TableSpec table() {
        return Tables.APP_USAGE;
    }

    @Override
    public Map<String, AttributeValue> item(int number) {
        return Item.builder()
                .text("user", user(number).value())
                .text("app", APP.value())
                .text("appShard", partition(number))
                .number("bytes", 100)
                .text("rev", "1")
                .number("jsonBytes", 100)
                .number("jsonItems", 1)
                .number("blobBytes", 0)
                .number("blobItems", 0)
                .flag("hasJson", true)
                .build()
                .attributes();
    }

    @Override
    public List<Lookup> lookups(Shop shop, String table, int size) {
        UsageStore usage = new Stores(shop.platform(Map.of(
                        UserdataSettings.CALCULATED_BEHAVIOR_TABLE, Tables.CALCULATED_BEHAVIOR.name(),
                        UserdataSettings.APPS_TABLE, Tables.APPS.name(),
                        UserdataSettings.APP_DATA_JSON_TABLE, Tables.APP_DATA_JSON.name(),
                        UserdataSettings.APP_DATA_BLOB_TABLE, Tables.APP_DATA_BLOB.name(),
                        UserdataSettings.APP_USAGE_TABLE, table)))
                .usage();
        DynamoDbClient client = shop.client();
        return List.of(new Lookup(
                "25 users of an app, anywhere",
                number -> Check.full(
                        PAGE,
                        usage.listUsers(APP, Optional.empty(), PAGE, Optional.of(position(inTime(number, size))))
                                .items()),
                number -> client.query(query -> query.tableName(table)
                        .indexName(Tables.BY_APP)
                        .keyConditionExpression("appShard = :shard")
                        .expressionAttributeValues(Map.of(":shard", Values.text(partition(inTime(number, size)))))
                        .limit(PAGE + 1)
                        .exclusiveStartKey(start(inTime(number, size))))));
    }

    /** Returns a number that has a whole page after it in its partition, so that one query is enough. */
    private static int inTime(int number, int size) {
        return number % (size - (PAGE + 1) * SHARDS);
    }

    private static UserPosition position(int number) {
        return new UserPosition(number % SHARDS, Optional.of(user(number)));
    }

    private static Map<String, AttributeValue> start(int number) {
        return Map.of(
                "user", Values.text(user(number).value()),
                "app", Values.text(APP.value()),
                "appShard", Values.text(partition(number)));
    }

    private static String partition(int number) {
        return APP + "#" + number % SHARDS;
    }

    private static UserId user(int number) {
        return new UserId(String.format("user-%07d", number));
    }
}
