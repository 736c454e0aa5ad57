package dev.backplane.infra.settings;

import java.util.Optional;

/** The request units per second above which DynamoDB throttles a table or an index. */
public record TableLimits(Optional<Integer> readUnits, Optional<Integer> writeUnits) {

    static TableLimits read(ContextReader reader) {
        return new TableLimits(reader.positive("maxReadUnitsPerSecond"), reader.positive("maxWriteUnitsPerSecond"));
    }
}
