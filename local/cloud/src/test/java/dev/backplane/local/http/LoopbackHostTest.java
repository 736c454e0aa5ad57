package dev.backplane.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopbackHostTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "127.0.0.1:4510", "localhost:1", "LOCALHOST", "api.localhost:4510", "[::1]:80"})
    void isMeantBy_whenHostIsLoopback_accepts(String host) {
        assertThat(LoopbackHost.isMeantBy(requestTo(host))).isTrue();
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
        assertThat(LoopbackHost.isMeantBy(requestTo(host))).isFalse();
    }

    @Test
    void isMeantBy_whenHostIsMissingOrTwice_refuses() {
        assertThat(LoopbackHost.isMeantBy(withHeaders(Map.of()))).isFalse();
        assertThat(LoopbackHost.isMeantBy(withHeaders(Map.of("host", List.of("localhost", "example.com")))))
                .isFalse();
    }

    @Test
    void isForeignPage_looksAtTheOrigin() {
        Request plain = Requests.get("/");
        assertThat(LoopbackHost.isForeignPage(plain)).isFalse();
        assertThat(LoopbackHost.isForeignPage(Requests.with(plain, "origin", "http://localhost:3000")))
                .isFalse();
        assertThat(LoopbackHost.isForeignPage(Requests.with(plain, "origin", "https://example.com")))
                .isTrue();
        assertThat(LoopbackHost.isForeignPage(Requests.with(plain, "origin", "null")))
                .isTrue();
    }

    @Test
    void isForeignPage_looksAtWhereABrowserSaysThatARequestComesFrom() {
        Request plain = Requests.get("/");
        assertThat(LoopbackHost.isForeignPage(Requests.with(plain, "sec-fetch-site", "cross-site")))
                .isTrue();
        assertThat(LoopbackHost.isForeignPage(Requests.with(plain, "sec-fetch-site", "none")))
                .isFalse();
        assertThat(LoopbackHost.isForeignPage(Requests.with(plain, "sec-fetch-site", "same-origin")))
                .isFalse();
    }

    private static Request requestTo(String host) {
        return withHeaders(Map.of("host", List.of(host)));
    }

    private static Request withHeaders(Map<String, List<String>> headers) {
        Request request = Requests.get("/");
        return new Request("GET", "/", "", headers, request.body(), request.client(), request.receivedAt());
    }
}
