package dev.backplane.userdata;

import java.time.Instant;
import java.util.Optional;

/**
 * The metadata of a value.
 *
 * @param size the bytes of its key and of its value
 * @param contentType the media type of a blob; empty for JSON
 * @param expiresAt empty if the value does not expire
 * @param object the object that contains the value; empty if a row does
 */
public record Entry(
        DataKey key,
        long size,
        Version version,
        Instant createdAt,
        Optional<String> contentType,
        Optional<Instant> expiresAt,
        Optional<UploadId> object) {

    /** Creates the metadata of a value that a row contains. */
    public Entry(
            DataKey key,
            long size,
            Version version,
            Instant createdAt,
            Optional<String> contentType,
            Optional<Instant> expiresAt) {
        this(key, size, version, createdAt, contentType, expiresAt, Optional.empty());
    }

    public ETag tag() {
        return new ETag(version, size);
    }

    public Instant updatedAt() {
        return version.updated();
    }
}
