package dev.backplane.platform.batches;

import io.avaje.jsonb.Json;
import java.util.List;

/** The items of a batch that Lambda must deliver again. */
@Json
record BatchResponse(List<Failure> batchItemFailures) {

    record Failure(String itemIdentifier) {}

    static BatchResponse of(List<String> failed) {
        return new BatchResponse(failed.stream().map(Failure::new).toList());
    }
}
