package dev.backplane.userdata.api;

import dev.backplane.platform.Times;
import dev.backplane.userdata.Change;
import dev.backplane.userdata.ChangesOutcome.Changed;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * A change as callers see it.
 *
 * @param size the bytes of the key and of the value; 0 if the value was removed
 * @param expiresAt absent if the value does not expire
 * @param contentType the media type of a blob whose value was requested
 */
@Json
record ChangeView(
        String key,
        String realm,
        String version,
        boolean deleted,
        long size,
        String updatedAt,
        @Nullable String expiresAt,
        @Nullable String contentType) {

    /** The position after a page, and whether there are more changes now. */
    @Json
    record Position(String next, boolean more) {}

    static ChangeView of(Changed item) {
        Change change = item.change();
        return new ChangeView(
                change.key().value(),
                change.realm().value(),
                change.version().toString(),
                change.deleted(),
                change.size(),
                Times.format(change.updatedAt()),
                change.expiresAt().map(Times::format).orElse(null),
                item.value().flatMap(stored -> stored.entry().contentType()).orElse(null));
    }
}
