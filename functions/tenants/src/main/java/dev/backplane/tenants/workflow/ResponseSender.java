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

/** Puts answers where CloudFormation waits for them; without one it would wait until the resource's time is over. */
final class ResponseSender {

    private static final int MAX_TRIES = 5;
    private static final long LEAST_MILLIS = 1_000;

    private final SdkHttpClient http;

    ResponseSender(SdkHttpClient http) {
        this.http = http;
    }

    /**
     * Sends an answer, again if need be and as long as there is time.
     *
     * @param remainingMillis how much time the function has left
     */
    void send(String url, CustomResourceAnswer answer, LongSupplier remainingMillis) {
        byte[] body = Json.write(answer).getBytes(StandardCharsets.UTF_8);
        URI uri = checked(url);
        for (int tries = 1; ; tries++) {
            try {
                put(uri, body);
                return;
            } catch (IOException e) {
                if (tries == MAX_TRIES || remainingMillis.getAsLong() < LEAST_MILLIS) {
                    throw new UncheckedIOException("CloudFormation did not take the answer", e);
                }
            }
        }
    }

    // Whoever can call the function must not be able to have it call anybody.
    private static URI checked(String url) {
        URI uri = URI.create(url);
        String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
        if (!"https".equals(uri.getScheme())
                || !(host.endsWith(".amazonaws.com") || host.endsWith(".amazonaws.com.cn"))) {
            throw new IllegalArgumentException("answers go to AWS, not to " + host);
        }
        return uri;
    }

    private void put(URI uri, byte[] body) throws IOException {
        // The address is signed for a request without a content type.
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
            throw new IOException("answered " + response.httpResponse().statusCode());
        }
    }
}
