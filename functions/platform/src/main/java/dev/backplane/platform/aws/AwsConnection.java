package dev.backplane.platform.aws;

import dev.backplane.platform.settings.Settings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.crt.AwsCrtHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.utils.AttributeMap;

/**
 * How a function reaches AWS: one HTTP client for all services, and nothing left to the SDK to look for at start.
 *
 * @param endpoint where all services answer instead of AWS, for engines on this machine
 */
public record AwsConnection(
        SdkHttpClient http, AwsCredentialsProvider credentials, Region region, Optional<URI> endpoint) {

    /** Connects a function that runs on Lambda. */
    public static AwsConnection lambda(Settings settings) {
        Region region = Region.of(settings.require("AWS_REGION"));
        return new AwsConnection(
                clientOfLambda().buildWithDefaults(tls(settings)),
                credentialsOfLambda(settings),
                region,
                Optional.empty());
    }

    /** Connects it by a client that is there already. */
    public static AwsConnection lambda(Settings settings, SdkHttpClient http) {
        return new AwsConnection(
                http, credentialsOfLambda(settings), Region.of(settings.require("AWS_REGION")), Optional.empty());
    }

    // The client gives a silent connection 30 seconds, which is more than a function has: it would never try again.
    static AwsCrtHttpClient.Builder clientOfLambda() {
        return AwsCrtHttpClient.builder()
                .connectionTimeout(Duration.ofSeconds(1))
                .connectionHealthConfiguration(
                        health -> health.minimumThroughputInBps(1L).minimumThroughputTimeout(Duration.ofSeconds(3)));
    }

    // The SDK follows this setting by itself; an engine on this machine has a certificate that nobody vouches for.
    static AttributeMap tls(Settings settings) {
        return settings.find("AWS_ENDPOINT_URL_DYNAMODB")
                        .filter(endpoint -> Loopback.isHostOf(URI.create(endpoint)))
                        .isPresent()
                ? AttributeMap.builder()
                        .put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, true)
                        .build()
                : AttributeMap.empty();
    }

    // A function restored from a snapshot gets its credentials from an address, any other in its environment.
    static AwsCredentialsProvider credentialsOfLambda(Settings settings) {
        return settings.find("AWS_CONTAINER_CREDENTIALS_FULL_URI").isPresent()
                ? ContainerCredentialsProvider.create()
                : EnvironmentVariableCredentialsProvider.create();
    }

    /** Returns the same way to another region. */
    public AwsConnection in(Region other) {
        return new AwsConnection(http, credentials, other, endpoint);
    }

    /** Returns the same way to services that all answer at this address. */
    public AwsConnection at(URI address) {
        return new AwsConnection(http, credentials, region, Optional.of(address));
    }

    /** Points a service's client at AWS; its requests are counted for the work that sends them. */
    public <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C client(B builder) {
        endpoint.ifPresent(builder::endpointOverride);
        return builder.httpClient(new MeteredHttp(http))
                .credentialsProvider(credentials)
                .region(region)
                .build();
    }
}
