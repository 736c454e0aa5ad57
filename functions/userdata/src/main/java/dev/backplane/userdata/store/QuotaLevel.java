package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.REACHED;

import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Version;
import java.util.List;
import java.util.Optional;

/**
 * How much of a quota is used after a write, of the percentages that are published.
 *
 * @param before the percentage that was published and not left since; 0 if none
 * @param rev that of the counters after the write
 */
record QuotaLevel(Namespace.AppData user, Optional<Long> limit, long used, int before, Version rev) {

    private static final List<Integer> PERCENTAGES = List.of(80, 100);

    /** Returns the level after a change of counters. Changes that publish nothing do not update the percentage in them. */
    static QuotaLevel of(UsageChange change, long used, Version rev) {
        int published = change.before()
                .flatMap(row -> row.findNumber(REACHED))
                .orElse(0L)
                .intValue();
        int left = Math.min(published, highest(change.limit(), UsageRow.bytes(change.before())));
        return new QuotaLevel(change.namespace(), change.limit(), used, left, rev);
    }

    private static int highest(Optional<Long> limit, long used) {
        return PERCENTAGES.stream()
                .filter(percent ->
                        limit.filter(bytes -> used * 100 >= bytes * percent).isPresent())
                .mapToInt(Integer::intValue)
                .max()
                .orElse(0);
    }

    /** Returns the highest percentage that is reached; 0 if none. */
    int after() {
        return highest(limit, used);
    }

    /** Returns the percentages that were not reached before the write. */
    List<Integer> reached() {
        int after = after();
        return PERCENTAGES.stream()
                .filter(percent -> percent > before && percent <= after)
                .toList();
    }
}
