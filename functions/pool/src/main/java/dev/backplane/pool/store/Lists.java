package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;

import dev.backplane.platform.dynamo.Item;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items that hold sets of ids; one that is absent, or has no data, is empty. */
final class Lists {

    private Lists() {}

    /** Returns the ids, sorted. */
    static SortedSet<String> ids(PoolKey key, Optional<Item> item) {
        AttributeValue data = item.map(found -> found.attributes().get(DATA)).orElse(null);
        if (data == null) {
            return new TreeSet<>();
        }
        if (!data.hasSs()) {
            throw new IllegalStateException(
                    key + " holds " + data.type() + " and not a string set; verify with repair turns a list into one");
        }
        return new TreeSet<>(data.ss());
    }
}
