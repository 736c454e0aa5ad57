package dev.backplane.userdata;

import dev.backplane.platform.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An upload of a large blob. Its bytes are reserved until it is completed, removed or expires.
 *
 * @param lifetime how long the blob exists after the completion; empty if it does not expire
 * @param expiresAt when the reservation ends
 */
public record Upload(UploadId id, DataKey key, Content content, Optional<Duration> lifetime, Instant expiresAt) {

    /** The smallest size of a blob that is uploaded; a smaller one is the body of a request. */
    public static final int MIN_BYTES = Payload.MAX_BYTES + 1;

    /** The largest size of a blob. */
    public static final int MAX_BYTES = 100 * 1024 * 1024;

    /**
     * The only content that the upload accepts.
     *
     * @param sha256 the checksum in hexadecimal
     */
    public record Content(long bytes, String type, String sha256) {}

    /**
     * What a caller requests.
     *
     * @param key the key of the blob
     */
    public record Request(
            AppName app, UserId user, DataKey key, Content content, Optional<Duration> lifetime, Actor actor) {}

    /** Returns the bytes that are reserved: those of the key and of the blob. */
    public long size() {
        return key.sizeWith(content.bytes());
    }
}
