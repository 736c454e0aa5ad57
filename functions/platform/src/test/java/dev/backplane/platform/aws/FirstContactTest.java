package dev.backplane.platform.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.backplane.platform.settings.Settings;
import dev.backplane.platform.testing.Doorman;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

class FirstContactTest {

    private static final Settings SETTINGS = Settings.of(Map.of("AWS_REGION", "eu-west-1"));

    private static int call(SdkHttpClient http, URI address) throws IOException {
        HttpExecuteRequest request = HttpExecuteRequest.builder()
                .request(SdkHttpRequest.builder()
                        .method(SdkHttpMethod.POST)
                        .uri(address)
                        .putHeader("Host", address.getAuthority())
                        .putHeader("Content-Length", "0")
                        .build())
                .contentStreamProvider(InputStream::nullInputStream)
                .build();
        return http.prepareRequest(request).call().httpResponse().statusCode();
    }

    @Test
    @Timeout(300)
    void knock_asksOnceAsNobody_andHoldsNoConnection() throws InterruptedException {
        try (Doorman doorman = new Doorman()) {
            FirstContact.knock(doorman.address(), SETTINGS);

            assertThat(doorman.requests())
                    .singleElement()
                    .asString()
                    .startsWith("GET / ")
                    .doesNotContainIgnoringCase("Authorization");
            assertThat(doorman.callers())
                    .as("it asks over the connection that it opened before")
                    .isEqualTo(1);
            assertThat(doorman.awaitHangUps(1)).isTrue();
        }
    }

    @Test
    @Timeout(300)
    void connect_asksNothing_andLeavesTheConnectionToTheFirstCall() throws Exception {
        try (Doorman doorman = new Doorman();
                SdkHttpClient http = AwsConnection.clientOfLambda().build()) {
            FirstContact.connect(http, doorman.address()).get(2, TimeUnit.MINUTES);
            assertThat(doorman.awaitCaller()).isTrue();
            assertThat(doorman.requests()).isEmpty();

            assertThat(call(http, doorman.address())).isEqualTo(404);

            assertThat(doorman.requests()).singleElement().asString().startsWith("POST / ");
            assertThat(doorman.callers()).as("further connections").isZero();
        }
    }

    @Test
    void connect_ofAClientWithoutSuchAPool_goesOn() {
        try (SdkHttpClient other =
                new MeteredHttp(AwsConnection.clientOfLambda().build())) {
            assertThat(FirstContact.connect(other, URI.create("http://127.0.0.1:1/")))
                    .isCompletedExceptionally();
        }
    }

    @Test
    @Timeout(300)
    void knock_whenNobodyIsThere_goesOn() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }

        assertThatCode(() -> FirstContact.knock(URI.create("https://127.0.0.1:" + port + "/"), SETTINGS))
                .doesNotThrowAnyException();
    }

    @Test
    @Timeout(10)
    void knock_whenNobodySpeaks_goesOn() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FirstContact.knock(URI.create("https://127.0.0.1:" + silent.getLocalPort() + "/"), SETTINGS);
        }
    }

    @Test
    void authenticate_whenThereAreNoCredentials_goesOn() {
        assertThatCode(() -> FirstContact.authenticate(SETTINGS)).doesNotThrowAnyException();
    }
}
