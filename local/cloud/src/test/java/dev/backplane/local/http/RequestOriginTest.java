package dev.backplane.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestOriginTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "127.0.0.1:4510", "localhost:1", "LOCALHOST", "api.localhost:4510", "[::1]:80"})
    void isMeantBy_whenHostIsLoopback_accepts(String host) {
        assertThat(RequestOrigin.isLoopback(requestTo(host))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.com",
                "example.com:4510",
                "127.0.0.1.example.com",
                "127.0.0.1:4510@example.com",
                "localhost.example.com",
                "notlocalhost",
                "10.0.0.1",
                "[::2]",
                "127.0.0.1:x",
                "127.0.0.1:4510,example.com"
            })
    void isMeantBy_whenHostIsAnother_refuses(String host) {
        assertThat(RequestOrigin.isLoopback(requestTo(host))).isFalse();
    }

    @Test
    void isMeantBy_whenHostIsMissingOrTwice_refuses() {
        assertThat(RequestOrigin.isLoopback(withHeaders(Map.of()))).isFalse();
        assertThat(RequestOrigin.isLoopback(withHeaders(Map.of("host", List.of("localhost", "example.com")))))
                .isFalse();
    }

    @Test
    void isForeignPage_looksAtTheOrigin() {
        LocalRequest plain = Requests.get("/");
        assertThat(RequestOrigin.isCrossSite(plain)).isFalse();
        assertThat(RequestOrigin.isCrossSite(Requests.with(plain, "origin", "http://localhost:3000")))
                .isFalse();
        assertThat(RequestOrigin.isCrossSite(Requests.with(plain, "origin", "https://example.com")))
                .isTrue();
        assertThat(RequestOrigin.isCrossSite(Requests.with(plain, "origin", "null")))
                .isTrue();
    }

    @Test
    void isForeignPage_looksAtWhereABrowserSaysThatARequestComesFrom() {
        LocalRequest plain = Requests.get("/");
        assertThat(RequestOrigin.isCrossSite(Requests.with(plain, "sec-fetch-site", "cross-site")))
                .isTrue();
        assertThat(RequestOrigin.isCrossSite(Requests.with(plain, "sec-fetch-site", "none")))
                .isFalse();
        assertThat(RequestOrigin.isCrossSite(Requests.with(plain, "sec-fetch-site", "same-origin")))
                .isFalse();
    }

    private static LocalRequest requestTo(String host) {
        return withHeaders(Map.of("host", List.of(host)));
    }

    private static LocalRequest withHeaders(Map<String, List<String>> headers) {
        LocalRequest request = Requests.get("/");
        return new LocalRequest("GET", "/", "", headers, request.body(), request.client(), request.receivedAt());
    }
}
