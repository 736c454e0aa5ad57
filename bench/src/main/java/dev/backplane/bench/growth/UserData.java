package dev.backplane.bench.growth;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.store.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Values of one user, all in one partition: the worst that can be for a list. */
final class UserData implements Subject {

    private static final String PARTITION = "notes#ann";
    private static final Namespace SHELF = new Namespace.AppData(new AppName("notes"), new UserId("ann"), Realm.JSON);
    private static final String VERSION = new Version(1_767_571_200_000L, 1_767_571_200_000L, 2).toString();
    private static final String VALUE = "{\"milk\":1,\"note\":\"what a list of things to buy may hold\"}";
    private static final int PAGE = 25;

    @Override
    public TableSpec table() {
        return Tables.APP_DATA_JSON;
    }

    @Override
    public Map<String, AttributeValue> item(int number) {
        return Item.builder()
                .text("appUser", PARTITION)
                .text("key", key(number).value())
                .text("user", "ann")
                .text("appKey", "notes#" + key(number))
                .number("size", key(number).sizeWith(VALUE.length()))
                .text("version", VERSION)
                .text("createdAt", "2026-01-05T00:00:00.000Z")
                .text("value", VALUE)
                .build()
                .attributes();
    }

    @Override
    public List<Lookup> lookups(Shop shop, String table, int size) {
        DataStore data = new Stores(shop.platform(Map.of(
                        UserdataSettings.CALCULATED_BEHAVIOR_TABLE, Tables.CALCULATED_BEHAVIOR.name(),
                        UserdataSettings.APPS_TABLE, Tables.APPS.name(),
                        UserdataSettings.APP_DATA_JSON_TABLE, table,
                        UserdataSettings.APP_DATA_BLOB_TABLE, Tables.APP_DATA_BLOB.name(),
                        UserdataSettings.APP_USAGE_TABLE, Tables.APP_USAGE.name())))
                .data();
        DynamoDbClient client = shop.client();
        int last = size - PAGE - 1;
        return List.of(
                new Lookup(
                        "value of a key",
                        number -> Check.there(data.get(SHELF, key(number))),
                        number -> client.getItem(get ->
                                get.tableName(table).key(attributes(number)).consistentRead(true))),
                new Lookup(
                        "25 keys of a user, the first",
                        _ -> page(data, Optional.empty()),
                        _ -> client.query(query -> query(query, table))),
                new Lookup(
                        "25 keys of a user, anywhere",
                        number -> page(data, Optional.of(key(number))),
                        number -> client.query(query -> query(query, table).exclusiveStartKey(attributes(number)))),
                new Lookup(
                        "25 keys of a user, the last",
                        _ -> page(data, Optional.of(key(last))),
                        _ -> client.query(query -> query(query, table).exclusiveStartKey(attributes(last)))));
    }

    private static void page(DataStore data, Optional<DataKey> after) {
        Check.full(PAGE, data.list(SHELF, "", PAGE, after).items());
    }

    private static QueryRequest.Builder query(QueryRequest.Builder query, String table) {
        return query.tableName(table)
                .keyConditionExpression("appUser = :user AND #key BETWEEN :first AND :last")
                .expressionAttributeNames(Map.of("#key", "key"))
                .expressionAttributeValues(Map.of(
                        ":user", Values.text(PARTITION),
                        ":first", Values.text("0"),
                        ":last", Values.text("~")))
                .consistentRead(true)
                .limit(PAGE + 1);
    }

    private static Map<String, AttributeValue> attributes(int number) {
        return Map.of(
                "appUser",
                Values.text(PARTITION),
                "key",
                Values.text(key(number).value()));
    }

    private static DataKey key(int number) {
        return new DataKey(String.format("todo-%07d", number));
    }
}
