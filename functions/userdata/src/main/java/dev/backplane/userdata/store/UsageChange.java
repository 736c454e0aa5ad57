package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.APP_SHARD;
import static dev.backplane.userdata.store.Attributes.BYTES;
import static dev.backplane.userdata.store.Attributes.REV;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Shelf;
import dev.backplane.userdata.Usage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Adds the change of a user's counters to the transaction that changes the value they count.
 *
 * <p>Conditions cannot add, so what the counter may stand at is worked out before: the limit less what is needed. A
 * change that needs nothing more has no such condition, and so is never refused, not even above a lowered quota.
 */
record UsageChange(String table, Shelf.AppData shelf, String rev) {

    /** What is known of the counters when a value is counted. */
    enum Counters {
        /** They may be there or not. */
        ANY,
        /** They must still be there, as they are while the app keeps another value of the user. */
        PRESENT
    }

    /** Counts a value that takes the place of another, or of nothing. */
    void count(Transaction transaction, long neededBytes, boolean created, Optional<Long> limit, Counters counters) {
        Map<String, AttributeValue> values = values(neededBytes, created ? 1 : 0);
        values.put(":shard", Values.text(Shards.partitionOf(shelf.app(), shelf.user())));
        values.put(":true", Values.flag(true));
        Optional<Long> most = limit.filter(_ -> neededBytes > 0).map(bytes -> bytes - neededBytes);
        most.ifPresent(bytes -> values.put(":most", Values.number(bytes)));
        Map<String, String> names = names();
        names.put("#shard", APP_SHARD);
        names.put("#has", UsageRow.has(shelf.realm()));
        transaction.update(
                table,
                UsageRow.key(shelf.app(), shelf.user()),
                update -> update.updateExpression("SET #rev = :rev, #shard = :shard, #has = :true " + ADD)
                        .conditionExpression(condition(most.isPresent(), counters))
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values));
    }

    private static @Nullable String condition(boolean limited, Counters counters) {
        return switch (counters) {
            case ANY -> limited ? "attribute_not_exists(#bytes) OR #bytes <= :most" : null;
            case PRESENT -> limited ? "#bytes <= :most" : "attribute_exists(#bytes)";
        };
    }

    /**
     * Counts a value that goes.
     *
     * @param seen the row as it was read, or empty when it was not: then there are assumed to be more values
     */
    void discount(Transaction transaction, long bytes, Optional<Item> seen) {
        Realm realm = shelf.realm();
        Optional<Usage> usage = seen.map(UsageRow::usage);
        if (usage.filter(before -> before.of(realm).items() <= 1).isEmpty()) {
            Map<String, AttributeValue> values = values(-bytes, -1);
            values.put(":one", Values.number(1));
            transaction.update(
                    table,
                    UsageRow.key(shelf.app(), shelf.user()),
                    update -> update.updateExpression("SET #rev = :rev " + ADD)
                            .conditionExpression("#realmItems > :one")
                            .expressionAttributeNames(names())
                            .expressionAttributeValues(values));
        } else if (usage.get().items() > usage.get().of(realm).items()) {
            discountLastOfRealm(transaction, bytes, seen.get());
        } else {
            transaction.delete(
                    table,
                    UsageRow.key(shelf.app(), shelf.user()),
                    delete -> delete.conditionExpression("#rev = :rev")
                            .expressionAttributeNames(Map.of("#rev", REV))
                            .expressionAttributeValues(
                                    Map.of(":rev", Values.text(seen.get().text(REV)))));
        }
    }

    /**
     * Makes sure that there are no counters, for a value that none seemed to count.
     *
     * <p>The value and its counters were not read in one moment: both may have come between the two reads.
     */
    void nothingIsCounted(Transaction transaction) {
        transaction.delete(
                table,
                UsageRow.key(shelf.app(), shelf.user()),
                delete -> delete.conditionExpression("attribute_not_exists(#rev)")
                        .expressionAttributeNames(Map.of("#rev", REV)));
    }

    private void discountLastOfRealm(Transaction transaction, long bytes, Item seen) {
        Map<String, AttributeValue> values = values(-bytes, -1);
        values.put(":seen", Values.text(seen.text(REV)));
        Map<String, String> names = names();
        names.put("#has", UsageRow.has(shelf.realm()));
        transaction.update(
                table,
                UsageRow.key(shelf.app(), shelf.user()),
                update -> update.updateExpression("SET #rev = :rev REMOVE #has " + ADD)
                        .conditionExpression("#rev = :seen")
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values));
    }

    private static final String ADD = "ADD #bytes :bytes, #realmBytes :bytes, #realmItems :items";

    private Map<String, String> names() {
        Map<String, String> names = new HashMap<>();
        names.put("#rev", REV);
        names.put("#bytes", BYTES);
        names.put("#realmBytes", UsageRow.bytes(shelf.realm()));
        names.put("#realmItems", UsageRow.items(shelf.realm()));
        return names;
    }

    private Map<String, AttributeValue> values(long bytes, long items) {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":rev", Values.text(rev));
        values.put(":bytes", Values.number(bytes));
        values.put(":items", Values.number(items));
        return values;
    }
}
