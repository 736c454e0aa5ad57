package dev.backplane.bench.load;

import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.store.Tables;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Values that an app keeps for users: a user for each caller, each with several keys. */
final class UserValues {

    private static final int KEYS = 25;

    private final Callers callers;
    private final DynamoDbClient dynamo;
    private final String table;
    private final String usage;
    private final Map<String, Map<String, AttributeValue>> rows = new ConcurrentHashMap<>();

    UserValues(Suite suite, Callers callers) {
        this.callers = callers;
        this.dynamo = suite.dynamo();
        this.table = suite.table(Tables.APP_DATA_JSON);
        this.usage = suite.table(Tables.APP_USAGE);
    }

    /** Writes every value once, so that all writes that count take the place of another. */
    void prepare(Crew crew) {
        callers.post(0, "/userdata/apps", "{\"name\":\"load\"}").expecting(201);
        crew.share(crew.size() * KEYS, number -> {
            int caller = number % crew.size();
            int turn = number / crew.size();
            callers.put(caller, target(caller, turn), value(turn)).expecting(201);
            rows.put(sort(caller, turn), read(caller, turn));
        });
    }

    Contest puts() {
        return new Contest(
                "put a value",
                (caller, turn) ->
                        callers.put(caller, target(caller, turn), value(turn)).expecting(200),
                "TransactWriteItems",
                this::write);
    }

    Contest gets() {
        return new Contest(
                "get a value",
                (caller, turn) -> callers.get(caller, target(caller, turn)).expecting(200),
                "GetItem",
                this::read);
    }

    private Map<String, AttributeValue> read(int caller, int turn) {
        Map<String, AttributeValue> row = dynamo.getItem(
                        get -> get.tableName(table).key(key(caller, turn)).consistentRead(true))
                .item();
        if (row.isEmpty()) {
            throw new IllegalStateException("nothing under " + key(caller, turn));
        }
        return row;
    }

    /** The two writes of a value that takes the place of one of the same size: the value, and what the user holds. */
    private void write(int caller, int turn) {
        dynamo.transactWriteItems(write -> write.transactItems(
                TransactWriteItem.builder()
                        .put(put -> put.tableName(table)
                                .item(rows.get(sort(caller, turn)))
                                .conditionExpression("attribute_exists(appUser)"))
                        .build(),
                TransactWriteItem.builder()
                        .update(update -> update.tableName(usage)
                                .key(Map.of("user", Values.text(user(caller)), "app", Values.text("load")))
                                .updateExpression("SET #rev = :rev ADD #bytes :bytes, jsonBytes :bytes")
                                .expressionAttributeNames(Map.of("#rev", "rev", "#bytes", "bytes"))
                                .expressionAttributeValues(Map.of(
                                        ":rev", Values.text(UUID.randomUUID().toString()),
                                        ":bytes", Values.number(0))))
                        .build()));
    }

    private static Map<String, AttributeValue> key(int caller, int turn) {
        return Map.of("appUser", Values.text("load#" + user(caller)), "key", Values.text(name(turn)));
    }

    private static String target(int caller, int turn) {
        return "/userdata/apps/load/users/" + user(caller) + "/json/" + name(turn);
    }

    private static String sort(int caller, int turn) {
        return user(caller) + " " + name(turn);
    }

    private static String user(int caller) {
        return "user-" + caller;
    }

    private static String name(int turn) {
        return "key-" + turn % KEYS;
    }

    private static String value(int turn) {
        return "{\"milk\":" + (1000 + turn % 1000) + ",\"note\":\"what a list of things to buy may hold\"}";
    }
}
