package dev.backplane.testing.capacity;

import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.TableSpec.Index;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The units that AWS charges for items: each item is rounded up, and an absent item counts as one unit. */
final class Charges {

    private static final int READ_BYTES = 4096;
    private static final int WRITE_BYTES = 1024;

    private Charges() {}

    /** Returns the units of a consistent read. */
    static double read(Map<String, AttributeValue> item) {
        return units(ItemSize.of(item), READ_BYTES);
    }

    /** Returns the units of a write that replaces one item by another, including indexes; either may be empty. */
    static double write(TableSpec table, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        double row = units(Math.max(ItemSize.of(before), ItemSize.of(after)), WRITE_BYTES);
        return row
                + table.indexes().stream()
                        .mapToDouble(
                                index -> entry(index, projected(table, index, before), projected(table, index, after)))
                        .sum();
    }

    private static double entry(Index index, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        if (before.equals(after)) {
            return 0;
        }
        if (before.isEmpty() || after.isEmpty() || !sameKey(index, before, after)) {
            return whole(before) + whole(after);
        }
        return units(Math.max(ItemSize.of(before), ItemSize.of(after)), WRITE_BYTES);
    }

    private static double whole(Map<String, AttributeValue> entry) {
        return entry.isEmpty() ? 0 : units(ItemSize.of(entry), WRITE_BYTES);
    }

    private static boolean sameKey(Index index, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        return names(index.key()).allMatch(name -> Objects.equals(before.get(name), after.get(name)));
    }

    private static Map<String, AttributeValue> projected(
            TableSpec table, Index index, Map<String, AttributeValue> item) {
        if (!names(index.key()).allMatch(item::containsKey)) {
            return Map.of();
        }
        Set<String> kept = new LinkedHashSet<>();
        names(index.key()).forEach(kept::add);
        names(table.key()).forEach(kept::add);
        index.include().ifPresentOrElse(kept::addAll, () -> kept.addAll(item.keySet()));
        Map<String, AttributeValue> entry = new HashMap<>(item);
        entry.keySet().retainAll(kept);
        return entry;
    }

    static Stream<String> names(TableSpec.Key key) {
        return Stream.concat(Stream.of(key.partition()), key.sort().stream());
    }

    private static double units(long bytes, int unit) {
        return Math.max(1, Math.ceil((double) bytes / unit));
    }
}
