package dev.backplane.platform.s3;

import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.aws.SignedHttp;
import dev.backplane.platform.aws.SignedResponse;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/** The objects of a bucket in S3: calls of the function, and presigned URLs for callers. */
public final class S3Bucket {

    /** The address of a local S3; the SDKs use the same setting. */
    private static final String LOCAL_ENDPOINT = "AWS_ENDPOINT_URL_S3";

    private static final String SHA256 = "x-amz-checksum-sha256";

    private final Endpoint functions;
    private final Endpoint callers;
    private final String name;

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

    /** Creates access to a bucket, whose keys must need no encoding in a path. */
    public S3Bucket(Platform platform, String name) {
        this.name = name;
        this.functions = Endpoint.of(platform.aws(), platform.clock());
        this.callers = platform.settings()
                .find(LOCAL_ENDPOINT)
                .map(address -> Endpoint.of(platform.aws().at(URI.create(address)), platform.clock()))
                .orElse(functions);
    }

    /**
     * A stored object.
     *
     * @param tag identifies its content
     * @param sha256 the checksum in base64, if it was stored with one
     */
    public record Found(long size, String tag, Optional<String> sha256) {}

    /** The outcome of reading an object. */
    public sealed interface Read {

        record Content(SignedResponse response) implements Read {

            /** Returns the content; the array is not copied, because it may be large. */
            public byte[] bytes() {
                return response.body();
            }
        }

        record Missing() implements Read {}

        /** The object has another content than expected. */
        record Changed() implements Read {}
    }

    /** Returns an object without its content. The function must be allowed to list the bucket, or S3 does not tell. */
    public Optional<Found> find(String key) {
        SdkHttpRequest head = request(SdkHttpMethod.HEAD, functions, key)
                .putHeader("x-amz-checksum-mode", "ENABLED")
                .build();
        SignedResponse response = functions.s3().send(head, new byte[0]);
        if (response.status() == 404) {
            return Optional.empty();
        }
        return Optional.of(new Found(
                Long.parseLong(successful(response).header("Content-Length").orElse("0")),
                response.header("ETag").orElseThrow(),
                response.header(SHA256)));
    }

    /** Returns the content of an object if it still has a tag. */
    public Read read(String key, String tag) {
        SdkHttpRequest get = request(SdkHttpMethod.GET, functions, key)
                .putHeader("If-Match", tag)
                .build();
        SignedResponse response = functions.s3().send(get, new byte[0]);
        return switch (response.status()) {
            // S3 answers 403 for a missing object if the caller must not list the bucket.
            case 403, 404 -> new Read.Missing();
            case 412 -> new Read.Changed();
            default -> new Read.Content(successful(response));
        };
    }

    /** Writes an object, in place of the one with this key, if any. */
    public void put(String key, byte[] content, String type) {
        SdkHttpRequest put = request(SdkHttpMethod.PUT, functions, key)
                .putHeader("Content-Type", type)
                .build();
        successful(functions.s3().send(put, content));
    }

    /** Deletes an object, if it exists. */
    public void delete(String key) {
        successful(functions
                .s3()
                .send(request(SdkHttpMethod.DELETE, functions, key).build(), new byte[0]));
    }

    /**
     * Returns an address to which anyone can send an object with PUT.
     *
     * @param headers what the request must contain
     */
    public URI uploadUrl(String key, Map<String, String> headers, Duration validity) {
        SdkHttpRequest.Builder put = request(SdkHttpMethod.PUT, callers, key);
        headers.forEach(put::putHeader);
        return callers.s3().presign(put.build(), validity);
    }

    /**
     * Returns an address from which anyone can read an object with GET.
     *
     * @param headers headers of the response, such as {@code content-type}, in place of the stored ones
     */
    public URI downloadUrl(String key, Map<String, String> headers, Duration validity) {
        SdkHttpRequest.Builder get = request(SdkHttpMethod.GET, callers, key);
        headers.forEach((header, value) -> get.putRawQueryParameter("response-" + header, value));
        return callers.s3().presign(get.build(), validity);
    }

    private SdkHttpRequest.Builder request(SdkHttpMethod method, Endpoint endpoint, String key) {
        return SdkHttpRequest.builder().method(method).uri(endpoint.object(name, key));
    }

    private static SignedResponse successful(SignedResponse response) {
        if (!response.isSuccessful()) {
            throw SdkServiceException.builder()
                    .message("S3 responded with " + response.status())
                    .statusCode(response.status())
                    .build();
        }
        return response;
    }
}
