package dev.backplane.layers.workflow;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.PublicationId;
import dev.backplane.platform.Platform;
import dev.backplane.platform.s3.S3Bucket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The uploaded contents of publications: one object each, in the stage's bucket. */
public final class Uploads {

    /** The prefix of the keys of all uploads. */
    public static final String PREFIX = "publications/";

    /** How long an upload address can be used. */
    public static final Duration VALIDITY = Duration.ofHours(1);

    private final S3Bucket bucket;

    public Uploads(Platform platform) {
        this.bucket = new S3Bucket(platform, platform.settings().require(LayersSettings.UPLOAD_BUCKET));
    }

    /** Returns an address to which anyone can upload the content with PUT. */
    public URI address(PublicationId id) {
        return bucket.uploadUrl(key(id), Map.of(), VALIDITY);
    }

    /** Returns what was uploaded, if anything. */
    public Optional<S3Bucket.Found> find(PublicationId id) {
        return bucket.find(key(id));
    }

    /**
     * Returns the content.
     *
     * @param tag the content that is expected
     * @throws RejectedException if it has expired or was replaced
     */
    byte[] read(PublicationId id, String tag) {
        return switch (bucket.read(key(id), tag)) {
            case S3Bucket.Read.Content content -> content.bytes();
            case S3Bucket.Read.Missing _ -> throw new RejectedException("UPLOAD_NOT_FOUND");
            case S3Bucket.Read.Changed _ -> throw new RejectedException("UPLOAD_CHANGED");
        };
    }

    private static String key(PublicationId id) {
        return PREFIX + id + ".zip";
    }
}
