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
 * Exercises the network path to AWS before a snapshot is taken.
 *
 * <p>It uses clients of its own and closes them, so that copies of the snapshot share no connection, address or credentials.
 * Failures are ignored: the purpose is to load the code, not to reach a server.
 */
public final class NetworkWarmUp {

    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(2);

    private NetworkWarmUp() {}

    /** Sends one unsigned request. Any response, or none, is fine. */
    public static void sendRequest(URI address, Settings settings) {
        // The CRT's shared resolver returns cached addresses however old they are. Closing it before and after gives
        // this client a resolver of its own, and the function's client keeps one that has resolved nothing.
        HostResolver.closeStaticDefault();
        try (SdkHttpClient http = AwsConnection.clientOfLambda()
                .connectionAcquisitionTimeout(CONNECTION_TIMEOUT)
                .buildWithDefaults(AwsConnection.tls(settings))) {
            HttpExecuteResponse response = http.prepareRequest(request(address)).call();
            if (response.responseBody().isPresent()) {
                try (InputStream body = response.responseBody().get()) {
                    body.transferTo(OutputStream.nullOutputStream());
                }
            }
        } catch (IOException | RuntimeException e) {
            // No server answered; the client has still been exercised.
        } finally {
            HostResolver.closeStaticDefault();
        }
    }

    // With an empty body and a metric collector, as the SDK sends requests.
    private static HttpExecuteRequest request(URI address) {
        return HttpExecuteRequest.builder()
                .request(SdkHttpRequest.builder()
                        .method(SdkHttpMethod.GET)
                        .uri(address)
                        .putHeader("Host", address.getAuthority())
                        .putHeader("Content-Length", "0")
                        .build())
                .contentStreamProvider(InputStream::nullInputStream)
                .metricCollector(NoOpMetricCollector.create())
                .build();
    }

    /** Fetches credentials the way the function will, and discards them. */
    public static void fetchCredentials(Settings settings) {
        AwsCredentialsProvider provider = AwsConnection.credentialsOfLambda(settings);
        try {
            provider.resolveCredentials();
        } catch (RuntimeException e) {
            // There are no credentials yet.
        } finally {
            if (provider instanceof SdkAutoCloseable closeable) {
                closeable.close();
            }
        }
    }
}
