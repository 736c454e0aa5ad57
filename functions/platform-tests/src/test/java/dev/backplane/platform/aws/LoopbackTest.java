package dev.backplane.platform.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopbackTest {

    @ParameterizedTest
    @ValueSource(strings = {"https://127.0.0.1:8000", "https://localhost", "https://[::1]:8000", "https://127.8.9.10/"})
    void isHostOf_knowsThisMachine(String address) {
        assertThat(Loopback.isHostOf(URI.create(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://dynamodb.eu-west-1.amazonaws.com",
                "https://localhost.example.com",
                "https://127.0.0.1.example.com",
                "https://10.0.0.1:8000",
                "https://127.0.0.1@example.com",
                "https://0.0.0.0",
                "localhost"
            })
    void isHostOf_takesNobodyElseForThisMachine(String address) {
        assertThat(Loopback.isHostOf(URI.create(address))).isFalse();
    }
}
