package dev.backplane.layers.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.log.Meter;
import java.util.List;
import java.util.function.Supplier;

/** What a piece of work costs. */
final class Cost {

    private Cost() {}

    static void assertCost(Supplier<?> work, long calls, double readUnits, double writeUnits) {
        Meter meter = new Meter();
        meter.measure(work);
        assertThat(List.of((double) meter.calls(), meter.readUnits(), meter.writeUnits()))
                .as("round trips, read units, write units")
                .containsExactly((double) calls, readUnits, writeUnits);
    }
}
