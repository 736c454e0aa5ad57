package dev.backplane.platform.batches;

import io.avaje.jsonb.Json;
import java.util.List;

/** Tells Lambda which parts of a batch are to be delivered again. */
@Json
record BatchAnswer(List<Failure> batchItemFailures) {

    record Failure(String itemIdentifier) {}

    static BatchAnswer of(List<String> failed) {
        return new BatchAnswer(failed.stream().map(Failure::new).toList());
    }
}
