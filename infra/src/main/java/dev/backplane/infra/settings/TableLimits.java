package dev.backplane.infra.settings;

import java.util.Optional;

/** The request units that a table, and each of its indexes, serves in a second before DynamoDB throttles it. */
public record TableLimits(Optional<Integer> readUnits, Optional<Integer> writeUnits) {

    static TableLimits read(ContextReader reader) {
        return new TableLimits(reader.positive("maxReadUnitsPerSecond"), reader.positive("maxWriteUnitsPerSecond"));
    }
}
