package dev.backplane.userdata.api;

import dev.backplane.platform.Times;
import dev.backplane.userdata.Entry;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** The metadata of a value in a list, as callers see it. */
@Json
record ListedEntryView(
        String key,
        long size,
        String version,
        String updatedAt,
        @Nullable String contentType) {

    static ListedEntryView of(Entry entry) {
        return new ListedEntryView(
                entry.key().value(),
                entry.size(),
                entry.version().toString(),
                Times.format(entry.updatedAt()),
                entry.contentType().orElse(null));
    }
}
