package dev.backplane.userdata.api;

import dev.backplane.userdata.BatchOutcome.Result;
import io.avaje.jsonb.Json;
import java.util.List;

/** The result of a batch, as callers see it. */
@Json
record BatchView(List<EntryView> puts, List<Deleted> deletes) {

    /** A key without a value; whether it had one before. */
    @Json
    record Deleted(String key, boolean existed) {}

    static BatchView of(List<Result> results) {
        return new BatchView(
                results.stream()
                        .filter(Result.Stored.class::isInstance)
                        .map(result -> EntryView.written(((Result.Stored) result).entry()))
                        .toList(),
                results.stream()
                        .filter(Result.Deleted.class::isInstance)
                        .map(Result.Deleted.class::cast)
                        .map(deleted -> new Deleted(deleted.key().value(), deleted.existed()))
                        .toList());
    }
}
