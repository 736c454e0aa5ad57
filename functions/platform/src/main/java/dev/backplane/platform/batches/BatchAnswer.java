package dev.backplane.platform.batches;

import io.avaje.jsonb.Json;
import java.util.List;

/** The items of a batch that Lambda must deliver again. */
@Json
record BatchAnswer(List<Failure> batchItemFailures) {

    record Failure(String itemIdentifier) {}

    static BatchAnswer of(List<String> failed) {
        return new BatchAnswer(failed.stream().map(Failure::new).toList());
    }
}
