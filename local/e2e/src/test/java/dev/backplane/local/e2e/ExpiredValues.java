package dev.backplane.local.e2e;

import dev.backplane.local.LocalServer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Lets values expire without waiting for the shortest lifetime, which is a minute. */
final class ExpiredValues {

    private static final int DATE = "2026-01-05".length();

    private ExpiredValues() {}

    /**
     * Lets all values of a user that expire at some time expire now.
     *
     * @param appUser the app and the user, separated by a number sign
     */
    static void expire(LocalServer server, String appUser) {
        String past =
                Instant.now().truncatedTo(ChronoUnit.SECONDS).minusMillis(1).toString();
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            for (String name : List.of("appDataJson", "appDataBlob")) {
                String table = Suite.table(server, name);
                dynamo
                        .query(query -> query.tableName(table)
                                .keyConditionExpression("appUser = :user")
                                .expressionAttributeValues(Map.of(":user", AttributeValue.fromS(appUser))))
                        .items()
                        .stream()
                        .filter(row -> row.containsKey("expiresAt"))
                        .forEach(row -> expire(dynamo, table, row, past));
            }
        }
    }

    private static void expire(DynamoDbClient dynamo, String table, Map<String, AttributeValue> row, String past) {
        String shard = past.substring(0, DATE)
                + Objects.requireNonNull(row.get("expiryShard")).s().substring(DATE);
        dynamo.updateItem(update -> update.tableName(table)
                .key(Map.of("appUser", row.get("appUser"), "key", row.get("key")))
                .updateExpression("SET expiresAt = :past, expiryShard = :shard")
                .expressionAttributeValues(
                        Map.of(":past", AttributeValue.fromS(past), ":shard", AttributeValue.fromS(shard))));
    }
}
