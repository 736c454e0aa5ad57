package dev.backplane.platform.aws;

import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.metrics.NoOpMetricCollector;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * Goes the way to AWS once ahead of time, with a client and a provider of its own, and keeps nothing of it: no
 * connection and no credentials.
 *
 * <p>It is about what the way needs, not about where it leads: any answer will do, and so will none.
 */
public final class FirstContact {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private FirstContact() {}

    /** Asks a service over TLS for what it shows to anybody, who need not say who they are. */
    public static void knock(URI address, Settings settings) {
        SdkHttpRequest request = SdkHttpRequest.builder()
                .method(SdkHttpMethod.GET)
                .uri(address)
                .putHeader("Host", address.getAuthority())
                .putHeader("Connection", "close")
                .putHeader("Content-Length", "0")
                .build();
        try (SdkHttpClient http = AwsConnection.clientOfLambda()
                .connectionAcquisitionTimeout(PATIENCE)
                .buildWithDefaults(AwsConnection.tls(settings))) {
            HttpExecuteResponse response = http.prepareRequest(HttpExecuteRequest.builder()
                            .request(request)
                            // As the SDK has it: a body, though nothing is in it, and measurements, though nobody
                            // looks.
                            .contentStreamProvider(InputStream::nullInputStream)
                            .metricCollector(NoOpMetricCollector.create())
                            .build())
                    .call();
            if (response.responseBody().isPresent()) {
                try (InputStream body = response.responseBody().get()) {
                    body.transferTo(OutputStream.nullOutputStream());
                }
            }
        } catch (IOException | RuntimeException e) {
            // Nobody is at home, or the network leads elsewhere: the client has been used all the same.
        }
    }

    /** Gets credentials as the function will get its own, and forgets them. */
    public static void authenticate(Settings settings) {
        AwsCredentialsProvider provider = AwsConnection.credentialsOfLambda(settings);
        try {
            provider.resolveCredentials();
        } catch (RuntimeException e) {
            // There are none yet.
        } finally {
            if (provider instanceof SdkAutoCloseable closeable) {
                closeable.close();
            }
        }
    }
}
