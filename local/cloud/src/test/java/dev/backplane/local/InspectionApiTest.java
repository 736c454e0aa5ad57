package dev.backplane.local;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.http.Body;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Caller;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectionApiTest {

    private static final Map<String, List<String>> OWN = Map.of("sec-fetch-site", List.of("same-origin"));

    private LocalCloud cloud;
    private InspectionApi api;

    @BeforeEach
    void start(@TempDir Path folder) {
        cloud = LocalCloud.start(ThingsCloud.options(folder));
        api = new InspectionApi(cloud.logs(), cloud.iam());
    }

    @AfterEach
    void stop() {
        cloud.close();
    }

    @Test
    void logs_listsTheGroupsAndTheLatestLinesOfOne() {
        String group = cloud.logs().names().getFirst();
        Consumer<String> stream = cloud.logs().open(group, "s", access -> Optional.empty());
        for (int line = 1; line <= 301; line++) {
            stream.accept("line " + line);
        }

        assertThatJson(text(get("/_backplane/logs", "")))
                .inPath("items[*].name")
                .isArray()
                .contains(group);
        String lines = text(get("/_backplane/logs", "group=" + group));
        assertThatJson(lines).inPath("items").isArray().hasSize(300);
        assertThatJson(lines).inPath("items[299].message").isEqualTo("line 301");
    }

    @Test
    void logs_ofAnUnknownGroup_are404() {
        assertThat(get("/_backplane/logs", "group=none").status()).isEqualTo(404);
        assertThat(get("/_backplane/logs", "group=%zz").status()).isEqualTo(400);
    }

    @Test
    void denials_areListedNewestFirst() {
        String role =
                cloud.functions().caller("things-Forward").orElseThrow().role().arn();
        Caller caller = cloud.iam().role(role).orElseThrow().as("test");
        cloud.iam().check(caller, new AccessRequest("s3:GetObject", "arn:aws:s3:::one"));
        cloud.iam().check(caller, new AccessRequest("s3:GetObject", "arn:aws:s3:::two"));

        String denials = text(get("/_backplane/denials", ""));

        assertThatJson(denials).inPath("items[0].resource").isEqualTo("arn:aws:s3:::two");
        assertThatJson(denials).inPath("items[1].action").isEqualTo("s3:GetObject");
    }

    @Test
    void otherSites_mayNotRead() {
        Map<String, List<String>> other = new HashMap<>(OWN);
        other.put("sec-fetch-site", List.of("cross-site"));

        assertThat(api.answer(request("/_backplane/denials", "", other))
                        .orElseThrow()
                        .status())
                .isEqualTo(403);
    }

    @Test
    void otherPaths_belongToOthers() {
        assertThat(api.answer(request("/_backplane/health", "", OWN))).isEmpty();
    }

    private LocalResponse get(String path, String query) {
        return api.answer(request(path, query, OWN)).orElseThrow();
    }

    private static LocalRequest request(String path, String query, Map<String, List<String>> headers) {
        return new LocalRequest(
                "GET",
                path,
                query,
                headers,
                Body.EMPTY,
                new LocalRequest.Client("127.0.0.1", "HTTP/1.1"),
                Instant.parse("2026-01-05T00:00:00.000Z"));
    }

    private static String text(LocalResponse response) {
        return response.body().text();
    }
}
