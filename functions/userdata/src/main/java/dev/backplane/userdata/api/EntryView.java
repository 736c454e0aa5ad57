package dev.backplane.userdata.api;

import dev.backplane.platform.Times;
import dev.backplane.userdata.Entry;
import io.avaje.jsonb.Json;

/** The metadata of a written value, as callers see it. */
@Json
record EntryView(String key, long size, String version, String createdAt, String updatedAt) {

    static EntryView of(Entry entry) {
        return new EntryView(
                entry.key().value(),
                entry.size(),
                entry.version().toString(),
                Times.format(entry.createdAt()),
                Times.format(entry.updatedAt()));
    }
}
