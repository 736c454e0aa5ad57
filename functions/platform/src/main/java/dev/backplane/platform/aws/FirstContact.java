package dev.backplane.platform.aws;

import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.crt.http.HttpClientConnection;
import software.amazon.awssdk.crt.http.HttpClientConnectionManager;
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
        try (SeparateResolver _ = new SeparateResolver();
                SdkHttpClient http = AwsConnection.clientOfLambda()
                        .connectionAcquisitionTimeout(PATIENCE)
                        .buildWithDefaults(AwsConnection.tls(settings))) {
            if (isAnswered(connect(http, address))) {
                ask(http, address);
            }
        }
    }

    /**
     * Opens a connection of the client that will call a service, which keeps it for that.
     *
     * @return done when it is open, or will not be
     */
    public static CompletableFuture<?> connect(SdkHttpClient http, URI address) {
        try (HttpClientConnectionManager pool = CrtPools.of(http, request(address))) {
            // Closed, a connection goes back to its pool.
            return pool.acquireConnection().thenAccept(HttpClientConnection::close);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // The client opens connections when it needs them, as ever.
            return CompletableFuture.failedFuture(e);
        }
    }

    private static boolean isAnswered(CompletableFuture<?> connected) {
        try {
            connected.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            return true; // if only to say that nobody is at home
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Asks for what a service shows to anybody, who need not say who they are. */
    private static void ask(SdkHttpClient http, URI address) {
        try {
            HttpExecuteResponse response = http.prepareRequest(HttpExecuteRequest.builder()
                            .request(request(address))
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

    private static SdkHttpRequest request(URI address) {
        return SdkHttpRequest.builder()
                .method(SdkHttpMethod.GET)
                .uri(address)
                .putHeader("Host", address.getAuthority())
                .putHeader("Content-Length", "0")
                .build();
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
