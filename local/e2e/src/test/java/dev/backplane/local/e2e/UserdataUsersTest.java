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

/** Users and their data over HTTP: who reaches what, and that it is the same data. */
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
        String json =
                "{\"n\":[1.50,1E400,-0,123456789012345678901234567890],\"\":\"\",\"t\":\"\\u0000\\ud800é😀\",\"d\":"
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
        // API Gateway makes text of it, and of the byte something else: that is refused rather than stored.
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

    @Test
    void users_ofAnyPrintableId_areToldApart() {
        List<String> users = List.of("a/b", "a#b", "a%2Fb", "a b+c", "😀", "ü", "..");
        for (String user : users) {
            String id = URLEncoder.encode(user, StandardCharsets.UTF_8)
                    .replace("+", "%20")
                    .replace(".", "%2E");
            assertThat(api.put(app + "/users/" + id + "/json/k", "\"" + user + "\"")
                            .status())
                    .isEqualTo(201);
            assertThat(api.get(app + "/users/" + id + "/json/k").json().asText())
                    .isEqualTo(user);
        }
        assertThat(api.get(app + "/users")
                        .json()
                        .path("items")
                        .valueStream()
                        .map(item -> item.path("user").asText()))
                .containsExactlyInAnyOrderElementsOf(users);
    }
}
