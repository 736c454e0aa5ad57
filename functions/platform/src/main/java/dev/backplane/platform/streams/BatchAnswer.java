package dev.backplane.platform.streams;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Optional;

/** Tells Lambda from which record on a batch is to be delivered again. */
@Json
record BatchAnswer(List<Failure> batchItemFailures) {

    record Failure(String itemIdentifier) {}

    /** A stream goes on only from its lowest failed record, so one identifier says it all. */
    static BatchAnswer of(Optional<StreamRecord> firstFailed) {
        return new BatchAnswer(firstFailed
                .map(record -> List.of(new Failure(record.dynamodb().sequenceNumber())))
                .orElse(List.of()));
    }
}
