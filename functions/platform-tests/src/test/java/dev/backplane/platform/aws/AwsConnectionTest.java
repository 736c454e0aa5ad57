package dev.backplane.platform.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.log.Meter;
import dev.backplane.platform.settings.MissingSettingsException;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class AwsConnectionTest {

    private static AwsCredentialsProvider credentials(Map<String, String> environment) {
        AwsConnection aws = AwsConnection.lambda(Settings.of(environment));
        aws.http().close();
        assertThat(aws.region()).isEqualTo(Region.EU_WEST_1);
        assertThat(aws.endpoint()).isEmpty();
        return aws.credentials();
    }

    @Test
    void lambda_whenRestoredFromASnapshot_fetchesItsCredentials() {
        assertThat(credentials(Map.of(
                        "AWS_REGION", "eu-west-1", "AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://127.0.0.1:1/creds")))
                .isInstanceOf(ContainerCredentialsProvider.class);
    }

    @Test
    void lambda_whenStartedAfresh_hasItsCredentialsInTheEnvironment() {
        assertThat(credentials(Map.of("AWS_REGION", "eu-west-1")))
                .isInstanceOf(EnvironmentVariableCredentialsProvider.class);
    }

    @Test
    void lambda_whenTheRegionIsMissing_saysSo() {
        assertThatThrownBy(() -> AwsConnection.lambda(Settings.of(Map.of())))
                .isInstanceOf(MissingSettingsException.class)
                .hasMessage("missing settings: AWS_REGION");
    }

    /** A network that records the target of a call and fails it. */
    private static final class Signpost implements SdkHttpClient {

        private Optional<URI> target = Optional.empty();

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            target = Optional.of(request.httpRequest().getUri());
            throw new IllegalStateException("no further");
        }

        @Override
        public void close() {}
    }

    private static URI target(Optional<URI> endpoint) {
        Signpost signpost = new Signpost();
        DynamoDbClient client = new AwsConnection(
                        signpost, AnonymousCredentialsProvider.create(), Region.EU_WEST_1, endpoint)
                .client(DynamoDbClient.builder());
        assertThatThrownBy(client::listTables).hasStackTraceContaining("no further");
        return signpost.target.orElseThrow();
    }

    @Test
    void in_leadsToAnotherRegionTheSameWay() {
        Signpost signpost = new Signpost();
        AwsConnection here =
                new AwsConnection(signpost, AnonymousCredentialsProvider.create(), Region.EU_WEST_1, Optional.empty());

        AwsConnection there = here.in(Region.of("ap-south-2"));

        assertThat(there)
                .isEqualTo(new AwsConnection(signpost, here.credentials(), Region.of("ap-south-2"), Optional.empty()));
        assertThatThrownBy(there.client(DynamoDbClient.builder())::listTables).hasStackTraceContaining("no further");
        assertThat(signpost.target.orElseThrow()).hasHost("dynamodb.ap-south-2.amazonaws.com");
    }

    @Test
    void client_callsTheServiceInItsRegionUnlessSentElsewhere() {
        assertThat(target(Optional.empty())).hasScheme("https").hasHost("dynamodb.eu-west-1.amazonaws.com");
        assertThat(target(Optional.of(URI.create("http://127.0.0.1:8000")))).hasAuthority("127.0.0.1:8000");
    }

    @Test
    void client_countsEachRequestThatItSends() {
        Meter meter = new Meter();
        DynamoDbClient client = new AwsConnection(
                        new Signpost(), AnonymousCredentialsProvider.create(), Region.EU_WEST_1, Optional.empty())
                .client(DynamoDbClient.builder());

        assertThatThrownBy(() -> meter.measure(client::listTables)).hasStackTraceContaining("no further");

        assertThat(meter.calls()).isEqualTo(1);
    }

    /** Simulates a connection that the server closed while the function was frozen. */
    @Test
    @Timeout(25)
    void lambda_givesUpAConnectionThatIsSilent() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                SdkHttpClient http = AwsConnection.lambda(Settings.of(Map.of("AWS_REGION", "eu-west-1")))
                        .http()) {
            URI address = URI.create("http://127.0.0.1:" + silent.getLocalPort());
            ExecutableHttpRequest call = http.prepareRequest(HttpExecuteRequest.builder()
                    .request(SdkHttpRequest.builder()
                            .method(SdkHttpMethod.GET)
                            .uri(address)
                            .putHeader("Host", address.getAuthority())
                            .build())
                    .build());

            assertThatThrownBy(call::call).isInstanceOf(IOException.class);
        }
    }
}
