package dev.backplane.platform.aws;

import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.crt.io.HostResolver;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.metrics.NoOpMetricCollector;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * Goes the way to AWS once ahead of time.
 *
 * <p>It is about what the way needs, not about where it leads: any answer will do, and so will none.
 */
public final class FirstContact {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private FirstContact() {}

    /** Knocks at a service over TLS with a client of its own, so that no connection is kept. */
    public static void knock(URI address, Settings settings) {
        // Clients share what finds addresses, and it gives out those that it knows, however old they are.
        // As this knock has one of its own, the function's client knows none when its snapshot is taken.
        HostResolver.closeStaticDefault();
        try (SdkHttpClient http = AwsConnection.clientOfLambda()
                .connectionAcquisitionTimeout(PATIENCE)
                .buildWithDefaults(AwsConnection.tls(settings))) {
            ask(http, address);
        } finally {
            HostResolver.closeStaticDefault();
        }
    }

    /** Knocks at a service with the client that will call it, which keeps the connection for that. */
    public static void connect(SdkHttpClient http, URI address) {
        ask(http, address);
    }

    /** Asks for what a service shows to anybody, who need not say who they are. */
    private static void ask(SdkHttpClient http, URI address) {
        SdkHttpRequest request = SdkHttpRequest.builder()
                .method(SdkHttpMethod.GET)
                .uri(address)
                .putHeader("Host", address.getAuthority())
                .putHeader("Content-Length", "0")
                .build();
        try {
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

    /** Gets credentials as the function will get its own, with a provider of its own, and forgets them. */
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
