package dev.backplane.layers.workflow;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.PublicationId;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.SignedHttp;
import dev.backplane.platform.aws.SignedResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/** The uploaded contents of publications: one object each, in the stage's bucket. */
public final class Uploads {

    /** The prefix of the keys of all uploads. */
    public static final String PREFIX = "publications/";

    /** How long an upload address can be used. */
    public static final Duration VALIDITY = Duration.ofHours(1);

    /** The address of a local S3; the SDKs use the same setting. */
    private static final String LOCAL_ENDPOINT = "AWS_ENDPOINT_URL_S3";

    private static final int NOT_FOUND = 404;

    private final SignedHttp s3;
    private final String bucket;
    private final Optional<Local> local;

    /** A local S3, whose addresses have the bucket in the path. */
    private record Local(SignedHttp s3, URI address) {}

    public Uploads(Platform platform) {
        this.s3 = new SignedHttp(platform.aws(), "s3", platform.clock());
        this.bucket = platform.settings().require(LayersSettings.UPLOAD_BUCKET);
        this.local = platform.settings()
                .find(LOCAL_ENDPOINT)
                .map(URI::create)
                .map(address -> new Local(new SignedHttp(platform.aws().at(address), "s3", platform.clock()), address));
    }

    /**
     * An uploaded object.
     *
     * @param tag identifies its content
     */
    public record Uploaded(long size, String tag) {}

    /** Returns an address to which anyone can upload the content with PUT. */
    public URI address(PublicationId id) {
        URI object = local.map(s3 -> URI.create(s3.address() + "/" + bucket + "/" + key(id)))
                .orElseGet(() -> object(id));
        return local.map(Local::s3)
                .orElse(s3)
                .presign(request(SdkHttpMethod.PUT, object).build(), VALIDITY);
    }

    /** Returns what was uploaded, if anything. */
    public Optional<Uploaded> find(PublicationId id) {
        SignedResponse response =
                s3.send(request(SdkHttpMethod.HEAD, object(id)).build(), new byte[0]);
        if (response.status() == NOT_FOUND) {
            return Optional.empty();
        }
        if (!response.isSuccessful()) {
            throw failed(response);
        }
        return Optional.of(new Uploaded(
                Long.parseLong(response.header("Content-Length").orElse("0")),
                response.header("ETag").orElseThrow()));
    }

    /**
     * Returns the content.
     *
     * @param tag the content that is expected
     * @throws RejectedException if it has expired or was replaced
     */
    byte[] read(PublicationId id, String tag) {
        SdkHttpRequest get = request(SdkHttpMethod.GET, object(id))
                .putHeader("If-Match", tag)
                .build();
        SignedResponse response = s3.send(get, new byte[0]);
        return switch (response.status()) {
            case 200 -> response.body();
            // Only who may list a bucket is told that an object does not exist.
            case 403, NOT_FOUND -> throw new RejectedException("UPLOAD_NOT_FOUND");
            case 412 -> throw new RejectedException("UPLOAD_CHANGED");
            default -> throw failed(response);
        };
    }

    private static SdkServiceException failed(SignedResponse response) {
        return SdkServiceException.builder()
                .message("S3 responded with " + response.status())
                .statusCode(response.status())
                .build();
    }

    private static SdkHttpRequest.Builder request(SdkHttpMethod method, URI object) {
        return SdkHttpRequest.builder().method(method).uri(object);
    }

    private URI object(PublicationId id) {
        return URI.create("https://" + bucket + "." + s3.address().getHost() + "/" + key(id));
    }

    private static String key(PublicationId id) {
        return PREFIX + id + ".zip";
    }
}
