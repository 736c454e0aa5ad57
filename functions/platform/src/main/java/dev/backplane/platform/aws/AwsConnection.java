package dev.backplane.platform.aws;

import dev.backplane.platform.Deadline;
import dev.backplane.platform.log.Meter;
import dev.backplane.platform.settings.Settings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.crt.AwsCrtHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.utils.AttributeMap;

/**
 * The connection of a function to AWS: one HTTP client for all services, and no lookups by the SDK at start.
 *
 * @param endpoint the address of local engines; empty for AWS
 * @param callLimit the longest duration of one call, including its retries
 */
public record AwsConnection(
        SdkHttpClient http,
        AwsCredentialsProvider credentials,
        Region region,
        Optional<URI> endpoint,
        Optional<Duration> callLimit) {

    /**
     * The longest duration of one call, including its retries.
     *
     * <p>A call ends earlier at the deadline of its invocation. A silent connection is closed after three seconds, so a
     * second attempt fits.
     */
    public static final Duration CALL_LIMIT = Duration.ofSeconds(6);

    // One timer for all clients: by default each client starts its own threads, and clients are never closed.
    private static final ScheduledExecutorService TIMER = timer();

    /** Connects to local engines, without a time limit for calls. */
    public AwsConnection(
            SdkHttpClient http, AwsCredentialsProvider credentials, Region region, Optional<URI> endpoint) {
        this(http, credentials, region, endpoint, Optional.empty());
    }

    /** Connects a function that runs on Lambda. */
    public static AwsConnection lambda(Settings settings) {
        return new AwsConnection(
                clientOfLambda().buildWithDefaults(tls(settings)),
                credentialsOfLambda(settings),
                Region.of(settings.require("AWS_REGION")),
                Optional.empty(),
                Optional.of(CALL_LIMIT));
    }

    // By default the client waits 30 seconds on a silent connection. That is longer than a function runs, so it would
    // never retry.
    static AwsCrtHttpClient.Builder clientOfLambda() {
        return AwsCrtHttpClient.builder()
                .connectionTimeout(Duration.ofSeconds(1))
                .connectionHealthConfiguration(
                        health -> health.minimumThroughputInBps(1L).minimumThroughputTimeout(Duration.ofSeconds(3)));
    }

    // The SDK reads this setting itself. Local engines have a self-signed certificate.
    static AttributeMap tls(Settings settings) {
        return settings.find("AWS_ENDPOINT_URL_DYNAMODB")
                        .filter(endpoint -> Loopback.isHostOf(URI.create(endpoint)))
                        .isPresent()
                ? AttributeMap.builder()
                        .put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, true)
                        .build()
                : AttributeMap.empty();
    }

    // A function with a snapshot gets its credentials from an endpoint; other functions get them from the environment.
    static AwsCredentialsProvider credentialsOfLambda(Settings settings) {
        return settings.find("AWS_CONTAINER_CREDENTIALS_FULL_URI").isPresent()
                ? ContainerCredentialsProvider.create()
                : EnvironmentVariableCredentialsProvider.create();
    }

    /** Returns the same connection to another region. */
    public AwsConnection in(Region other) {
        return new AwsConnection(http, credentials, other, endpoint, callLimit);
    }

    /** Returns the same connection with all services at the given address. */
    public AwsConnection at(URI address) {
        return new AwsConnection(http, credentials, region, Optional.of(address), callLimit);
    }

    /**
     * Builds a client for a service. Its requests are counted for the invocation that sends them, and end by its
     * deadline.
     *
     * <p>A time limit set on the builder takes precedence over this connection's limit.
     */
    public <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C client(B builder) {
        endpoint.ifPresent(builder::endpointOverride);
        ClientOverrideConfiguration given = builder.overrideConfiguration();
        Optional<Duration> limit = given.apiCallTimeout().or(() -> callLimit);
        return builder.overrideConfiguration(given.toBuilder()
                        .apiCallTimeout(limit.orElse(null))
                        .addExecutionInterceptor(new CallInterceptor(limit))
                        .scheduledExecutorService(TIMER)
                        .build())
                .httpClient(http)
                .credentialsProvider(credentials)
                .region(region)
                .build();
    }

    static Future<?> schedule(Runnable work, Duration delay) {
        return TIMER.schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static ScheduledExecutorService timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("aws-call-limit").factory());
        // Otherwise the timer would keep a finished call in memory until its time limit.
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /**
     * Counts the requests of a client, including the SDK's own retries, and ends each call by the deadline of its
     * invocation.
     *
     * @param limit the longest duration of one call of this client
     */
    private record CallInterceptor(Optional<Duration> limit) implements ExecutionInterceptor {

        @Override
        public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
            return Deadline.left()
                    .filter(left -> limit.isEmpty() || left.compareTo(limit.get()) < 0)
                    .<SdkRequest>map(left -> limited((AwsRequest) context.request(), left))
                    .orElseGet(context::request);
        }

        private static AwsRequest limited(AwsRequest request, Duration left) {
            // The SDK counts whole milliseconds, and takes zero for no limit.
            if (left.toMillis() == 0) {
                throw ApiCallTimeoutException.create(0);
            }
            AwsRequestOverrideConfiguration given =
                    request.overrideConfiguration().orElseGet(AwsRequestOverrideConfiguration.builder()::build);
            return request.toBuilder()
                    .overrideConfiguration(
                            given.toBuilder().apiCallTimeout(left).build())
                    .build();
        }

        @Override
        public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
            Meter.called();
        }
    }
}
