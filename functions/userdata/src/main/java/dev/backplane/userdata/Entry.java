package dev.backplane.userdata;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known about a value without the value.
 *
 * @param size what it counts: the bytes of its key and of its value
 * @param contentType of a blob
 */
public record Entry(DataKey key, long size, Version version, Instant createdAt, Optional<String> contentType) {

    public ETag tag() {
        return new ETag(version, size);
    }

    public Instant updatedAt() {
        return version.updated();
    }
}
