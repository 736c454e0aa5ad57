package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.REACHED;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.userdata.Namespace;
import java.util.List;
import java.util.Optional;

/**
 * How much of a quota is used after a write, of the percentages that are published.
 *
 * @param before the percentage that was reached before the write; 0 if none
 */
record QuotaLevel(Namespace.AppData user, Optional<Long> limit, long used, int before) {

    private static final List<Integer> PERCENTAGES = List.of(80, 100);

    static QuotaLevel of(Namespace.AppData user, Optional<Long> limit, long used, Optional<Item> counters) {
        int before = counters.flatMap(row -> row.findNumber(REACHED)).orElse(0L).intValue();
        return new QuotaLevel(user, limit, used, before);
    }

    /** Returns the highest percentage that is reached; 0 if none. */
    int after() {
        return PERCENTAGES.stream()
                .filter(percent ->
                        limit.filter(bytes -> used * 100 >= bytes * percent).isPresent())
                .mapToInt(Integer::intValue)
                .max()
                .orElse(0);
    }

    /** Returns the percentages that were not reached before the write. */
    List<Integer> reached() {
        int after = after();
        return PERCENTAGES.stream()
                .filter(percent -> percent > before && percent <= after)
                .toList();
    }
}
