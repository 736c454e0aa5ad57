package dev.backplane.userdata.store;

import dev.backplane.userdata.Removed;
import java.util.EnumMap;
import java.util.Map;

/** Counts what a sweep removes, on several threads. */
final class Tally {

    private final Map<Removed, Long> counts = new EnumMap<>(Removed.class);

    synchronized void add(Removed what, long number) {
        if (number != 0) {
            counts.merge(what, number, Long::sum);
        }
    }

    /** Returns the counts since the last call. */
    synchronized Map<Removed, Long> drain() {
        Map<Removed, Long> drained = Map.copyOf(counts);
        counts.clear();
        return drained;
    }
}
