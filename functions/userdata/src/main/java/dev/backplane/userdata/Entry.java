package dev.backplane.userdata;

import java.time.Instant;
import java.util.Optional;

/**
 * The metadata of a value.
 *
 * @param size the bytes of its key and of its value
 * @param contentType the media type of a blob; empty for JSON
 * @param expiresAt empty if the value does not expire
 */
public record Entry(
        DataKey key,
        long size,
        Version version,
        Instant createdAt,
        Optional<String> contentType,
        Optional<Instant> expiresAt) {

    public ETag tag() {
        return new ETag(version, size);
    }

    public Instant updatedAt() {
        return version.updated();
    }
}
