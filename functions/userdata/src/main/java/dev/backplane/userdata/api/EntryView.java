package dev.backplane.userdata.api;

import dev.backplane.platform.Times;
import dev.backplane.userdata.Entry;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a value, as callers see it.
 *
 * @param createdAt absent in lists
 * @param expiresAt absent if the value does not expire
 * @param contentType the media type of a blob in a list
 */
@Json
record EntryView(
        String key,
        long size,
        String version,
        @Nullable String createdAt,
        String updatedAt,
        @Nullable String expiresAt,
        @Nullable String contentType) {

    /** Returns the view of a value that was written. */
    static EntryView written(Entry entry) {
        return of(entry, Times.format(entry.createdAt()), null);
    }

    /** Returns the view of a value in a list. */
    static EntryView listed(Entry entry) {
        return of(entry, null, entry.contentType().orElse(null));
    }

    private static EntryView of(Entry entry, @Nullable String createdAt, @Nullable String contentType) {
        return new EntryView(
                entry.key().value(),
                entry.size(),
                entry.version().toString(),
                createdAt,
                Times.format(entry.updatedAt()),
                entry.expiresAt().map(Times::format).orElse(null),
                contentType);
    }
}
