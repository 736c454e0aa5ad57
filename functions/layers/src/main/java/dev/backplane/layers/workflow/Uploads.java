package dev.backplane.layers.workflow;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.PublicationId;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.aws.SignedHttp;
import dev.backplane.platform.aws.SignedResponse;
import java.net.URI;
import java.time.Clock;
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

    private final Endpoint functions;
    private final Endpoint callers;
    private final String bucket;

    /**
     * An address of S3.
     *
     * @param pathStyle whether the bucket is in the path, because the host has no subdomains
     */
    private record Endpoint(SignedHttp s3, boolean pathStyle) {

        static Endpoint of(AwsConnection aws, Clock clock) {
            return new Endpoint(new SignedHttp(aws, "s3", clock), aws.endpoint().isPresent());
        }

        URI object(String bucket, String key) {
            URI address = s3.address();
            return URI.create(
                    pathStyle
                            ? address + "/" + bucket + "/" + key
                            : address.getScheme() + "://" + bucket + "." + address.getHost() + "/" + key);
        }
    }

    public Uploads(Platform platform) {
        this.bucket = platform.settings().require(LayersSettings.UPLOAD_BUCKET);
        this.functions = Endpoint.of(platform.aws(), platform.clock());
        this.callers = platform.settings()
                .find(LOCAL_ENDPOINT)
                .map(address -> Endpoint.of(platform.aws().at(URI.create(address)), platform.clock()))
                .orElse(functions);
    }

    /**
     * An uploaded object.
     *
     * @param tag identifies its content
     */
    public record Uploaded(long size, String tag) {}

    /** Returns an address to which anyone can upload the content with PUT. */
    public URI address(PublicationId id) {
        return callers.s3()
                .presign(
                        request(SdkHttpMethod.PUT, callers.object(bucket, key(id)))
                                .build(),
                        VALIDITY);
    }

    /** Returns what was uploaded, if anything. */
    public Optional<Uploaded> find(PublicationId id) {
        SignedResponse response =
                functions.s3().send(request(SdkHttpMethod.HEAD, object(id)).build(), new byte[0]);
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
        SignedResponse response = functions.s3().send(get, new byte[0]);
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
        return functions.object(bucket, key(id));
    }

    private static String key(PublicationId id) {
        return PREFIX + id + ".zip";
    }
}
