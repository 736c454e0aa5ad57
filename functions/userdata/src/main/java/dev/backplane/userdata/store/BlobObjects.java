package dev.backplane.userdata.store;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.s3.S3Bucket;
import dev.backplane.userdata.ObjectKeys;
import dev.backplane.userdata.Upload;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.UserdataSettings;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** The objects of large blobs. Each has the id of its upload as its key, and is never written twice. */
public final class BlobObjects {

    /** How long a link can be used. */
    private static final Duration LINK_VALIDITY = Duration.ofMinutes(5);

    private final S3Bucket bucket;
    private final Clock clock;

    BlobObjects(Platform platform, UserdataSettings settings) {
        this.clock = platform.clock();
        this.bucket = new S3Bucket(platform, settings.objectBucket());
    }

    /** An address from which anyone can read a blob until it expires. */
    public record Link(URI url, Instant expiresAt) {}

    /** The outcome of comparing an object with its upload. */
    enum Check {
        AS_EXPECTED,
        MISSING,
        DIFFERENT
    }

    /** Returns an address that accepts exactly the content of an upload, and only while there is no object. */
    public URI uploadUrl(Upload upload, Duration validity) {
        Map<String, String> signed = new TreeMap<>(uploadHeaders(upload));
        signed.put("Content-Length", Long.toString(upload.content().bytes()));
        return bucket.uploadUrl(key(upload.id()), signed, validity);
    }

    /** Returns the headers that a client has to send; clients compute the length themselves. */
    public Map<String, String> uploadHeaders(Upload upload) {
        return new TreeMap<>(Map.of(
                "Content-Type", upload.content().type(),
                "If-None-Match", "*",
                "x-amz-checksum-sha256", base64(upload)));
    }

    /** Returns a new link to a blob. */
    public Link link(UploadId id, Map<String, String> headers) {
        Instant expiresAt = Times.now(clock).plus(LINK_VALIDITY);
        return new Link(bucket.downloadUrl(key(id), headers, LINK_VALIDITY), expiresAt);
    }

    /** Compares the object of an upload with what was announced. */
    Check check(Upload upload) {
        return bucket.find(key(upload.id()))
                .map(found -> found.size() == upload.content().bytes()
                                && found.sha256().filter(base64(upload)::equals).isPresent()
                        ? Check.AS_EXPECTED
                        : Check.DIFFERENT)
                .orElse(Check.MISSING);
    }

    void delete(UploadId id) {
        bucket.delete(key(id));
    }

    private static String base64(Upload upload) {
        return Base64.getEncoder()
                .encodeToString(HexFormat.of().parseHex(upload.content().sha256()));
    }

    private static String key(UploadId id) {
        return ObjectKeys.BLOBS + id;
    }
}
