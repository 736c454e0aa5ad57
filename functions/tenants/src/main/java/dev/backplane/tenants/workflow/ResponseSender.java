package dev.backplane.tenants.workflow;

import dev.backplane.platform.json.Json;
import dev.backplane.platform.log.Meter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.LongSupplier;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;

/** Sends responses to CloudFormation, which otherwise waits until the resource times out. */
final class ResponseSender {

    /** Time that is kept for the end of the invocation. */
    private static final long RESERVE_MILLIS = 2_000;

    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final SdkHttpClient http;
    private final Pause pause;

    ResponseSender(SdkHttpClient http) {
        this(http, Thread::sleep);
    }

    ResponseSender(SdkHttpClient http, Pause pause) {
        this.http = http;
        this.pause = pause;
    }

    /** Waits between two attempts. */
    interface Pause {
        void millis(long millis) throws InterruptedException;
    }

    /**
     * Sends a response, and tries again with growing pauses until the function is about to time out.
     *
     * @param remainingMillis the time until the function times out
     */
    void send(String url, CustomResourceResponse response, LongSupplier remainingMillis) {
        byte[] body = Json.write(response).getBytes(StandardCharsets.UTF_8);
        URI uri = checked(url);
        for (long wait = FIRST_PAUSE_MILLIS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MILLIS)) {
            try {
                put(uri, body);
                return;
            } catch (IOException e) {
                if (remainingMillis.getAsLong() < wait + RESERVE_MILLIS) {
                    throw new UncheckedIOException("CloudFormation did not accept the response", e);
                }
                pause(wait);
            }
        }
    }

    private void pause(long millis) {
        try {
            pause.millis(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before CloudFormation accepted the response", e);
        }
    }

    // A caller of the function must not be able to direct its requests to other hosts.
    private static URI checked(String url) {
        URI uri = URI.create(url);
        String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
        if (!"https".equals(uri.getScheme())
                || !(host.endsWith(".amazonaws.com") || host.endsWith(".amazonaws.com.cn"))) {
            throw new IllegalArgumentException("responses go to AWS only, not to " + host);
        }
        return uri;
    }

    private void put(URI uri, byte[] body) throws IOException {
        // The URL is signed for a request without a content type.
        SdkHttpFullRequest request = SdkHttpFullRequest.builder()
                .method(SdkHttpMethod.PUT)
                .uri(uri)
                .putHeader("Host", uri.getHost())
                .putHeader("Content-Length", Integer.toString(body.length))
                .contentStreamProvider(() -> new ByteArrayInputStream(body))
                .build();
        Meter.called();
        HttpExecuteResponse response = http.prepareRequest(HttpExecuteRequest.builder()
                        .request(request)
                        .contentStreamProvider(request.contentStreamProvider().orElseThrow())
                        .build())
                .call();
        try (var in = response.responseBody().orElse(null)) {
            if (in != null) {
                in.readAllBytes();
            }
        }
        if (!response.httpResponse().isSuccessful()) {
            throw new IOException("status " + response.httpResponse().statusCode());
        }
    }
}
