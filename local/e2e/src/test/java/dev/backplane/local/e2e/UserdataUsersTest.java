package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.Api.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Users and their data over HTTP: access and consistency. */
class UserdataUsersTest {

    private static final String SELF = "backplane/userdata.self";

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private String app;
    private String ann;

    @BeforeEach
    void open() {
        api = SUITE.api();
        String name = "app-" + UUID.randomUUID();
        app = "/userdata/apps/" + name;
        ann = app + "/users/ann";
        assertThat(api.post("/userdata/apps", "{\"name\":\"" + name + "\",\"quotaBytes\":1000}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void json_survivesTheWayThere_andBack() {
        String json = "{\"n\":[1.50,1E400,-0,123456789012345678901234567890],\"\":\"\",\"t\":\"\\u0000é😀\",\"d\":"
                + "[".repeat(99) + "]".repeat(99) + "}";
        assertThat(api.put(ann + "/json/a", json).status()).isEqualTo(201);
        assertThat(api.get(ann + "/json/a").text()).isEqualTo(json);
        assertThat(api.get(ann + "/json?values=true").text()).contains("\"value\":" + json);
    }

    @Test
    void blobs_areTheirBytes() throws IOException, InterruptedException {
        byte[] bytes = new byte[900];
        new Random(3).nextBytes(bytes);
        HttpResponse<byte[]> put = raw("PUT", ann + "/blob/b", bytes, "image/x-noise");
        HttpResponse<byte[]> get = raw("GET", ann + "/blob/b", new byte[0], "");
        HttpResponse<byte[]> latin = raw("PUT", ann + "/blob/c", new byte[] {(byte) 0xe9}, "text/plain");

        assertThat(put.statusCode()).isEqualTo(201);
        assertThat(get.body()).isEqualTo(bytes);
        assertThat(get.headers().firstValue("content-type")).contains("image/x-noise");
        // API Gateway converts the body to text and replaces the byte, so it is rejected instead of stored.
        assertThat(latin.statusCode()).isEqualTo(400);
    }

    private HttpResponse<byte[]> raw(String method, String path, byte[] body, String type)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(SUITE.server().address() + path))
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                .header("authorization", "Bearer " + SUITE.server().token());
        if (!type.isEmpty()) {
            request.header("content-type", type);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.ofByteArray());
        }
    }

    @Test
    void self_reachesItsOwnAndGetsTheSameRefusalForAllElse() {
        api.put(ann + "/json/a", "1");
        Api self = api.withScope(SELF, "ann");

        assertThat(self.get(ann + "/json/a").status()).isEqualTo(200);
        assertThat(self.get(app + "/users/me/json/a").text()).isEqualTo("1");
        Api other = api.withScope(SELF, "bob");
        List<Answer> refused = Stream.of(
                        ann + "/json/a",
                        ann + "/json/none",
                        ann + "/blob",
                        ann + "/quota",
                        "/userdata/apps/none/users/ann/json/a",
                        "/userdata/users/ann/content/a",
                        "/userdata/users/ann/cb/a",
                        "/userdata/users/ann/apps")
                .map(other::get)
                .toList();
        assertThat(refused).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.code()).isEqualTo("FORBIDDEN");
        });
        assertThat(refused.stream().map(answer -> answer.at("detail")).distinct())
                .hasSize(1);
    }

    private static String encoded(String user) {
        return URLEncoder.encode(user, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace(".", "%2E");
    }

    @Test
    void users_ofAnyPrintableId_areToldApart() {
        List<String> users = List.of("a b+c", "auth0|7", "a:b@c", "😀", "ü", "a;b=c,d&e");
        for (String user : users) {
            String path = app + "/users/" + encoded(user) + "/json/k";
            assertThat(api.put(path, "\"" + user + "\"").status()).isEqualTo(201);
            assertThat(api.get(path).json().asText()).isEqualTo(user);
        }
        assertThat(api.get(app + "/users")
                        .json()
                        .path("items")
                        .valueStream()
                        .map(item -> item.path("user").asText()))
                .containsExactlyInAnyOrderElementsOf(users);
    }

    /** API Gateway decodes a path before it matches it, so an id with path characters is never passed as one. */
    @ParameterizedTest
    @ValueSource(strings = {"a\\b", "a%2Fb", "a%b", "a#b"})
    void users_withSignsOfPaths_areRefused(String user) {
        Answer named = api.put(app + "/users/" + encoded(user) + "/json/k", "1");
        Answer subject = api.withScope(SELF, user).put(app + "/users/me/json/k", "1");

        assertThat(named.code()).isEqualTo("INVALID_REQUEST");
        assertThat(subject.code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.get(app + "/users").json().path("items")).isEmpty();
    }

    @Test
    void subjects_withASlashOrAQuestionMark_areRefused() {
        for (String user : List.of("ann/cb/visits?", "a/b", "a?b")) {
            assertThat(api.withScope(SELF, user)
                            .put("/userdata/users/me/cb/visits", "1")
                            .code())
                    .isEqualTo("INVALID_REQUEST");
        }
    }

    /** An encoded slash is a slash, and an encoded question mark ends the path, so the id names another resource. */
    @Test
    void paths_ofForeignIds_leadElsewhere() {
        api.put("/userdata/users/ann/cb/visits", "7");

        assertThat(api.get("/userdata/users/" + encoded("ann/cb/visits?") + "/cb/x")
                        .text())
                .isEqualTo("7");
        assertThat(api.get("/userdata/users/" + encoded("ann/cb") + "/cb/visits")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void texts_withoutAUtf8Form_areRefusedAndNotStored() throws IOException, InterruptedException {
        Answer escape = api.put(ann + "/json/a", "{\"a\":[\"\\ud800\"]}");
        byte[] notUtf8 = "{\"a\":\"?\"}".getBytes(StandardCharsets.US_ASCII);
        notUtf8[6] = (byte) 0xe9;
        HttpResponse<byte[]> bytes = raw("PUT", ann + "/json/a", notUtf8, "application/json");

        assertThat(escape.code()).isEqualTo("INVALID_REQUEST");
        assertThat(bytes.statusCode()).isEqualTo(400);
        assertThat(new String(bytes.body(), StandardCharsets.UTF_8)).contains("INVALID_JSON");
        assertThat(api.get(ann + "/json/a").status()).isEqualTo(404);
    }

    @Test
    void get_ofAnotherVersion_isRefused() {
        api.put(ann + "/json/a", "1");

        assertThat(api.with("If-Match", "\"x\"").get(ann + "/json/a").code()).isEqualTo("PRECONDITION_FAILED");
        assertThat(api.with("If-Match", "*").get(ann + "/json/a").status()).isEqualTo(200);
    }
}
