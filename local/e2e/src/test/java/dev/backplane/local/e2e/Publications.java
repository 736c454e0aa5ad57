package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.LocalServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Publishes layers over HTTP, as a client does. */
final class Publications {

    static final byte[] ZIP = {'P', 'K', 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    private static final Set<String> FINAL = Set.of("succeeded", "partial", "failed");
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final LocalServer server;
    private final Api api;

    Publications(LocalServer server) {
        this.server = server;
        this.api = new Api(server.address(), server.token());
    }

    static String body(String name, List<String> regions) {
        String list = regions.stream().map(region -> '"' + region + '"').collect(Collectors.joining(","));
        return """
                {"package":"%s","packageVersion":"1.0","regions":[%s],"requirementsTxt":"%s==1.0\\n",
                 "compatibleRuntimes":["python3.13"],"share":{"accounts":["111111111111","222222222222"]}}
                """.formatted(name, list, name);
    }

    Api.Answer create(String name, String... regions) {
        Api.Answer created = api.post("/publications", body(name, List.of(regions)));
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        return created;
    }

    /** Creates a publication and uploads its content. */
    String uploaded(String name, String... regions) {
        Api.Answer created = create(name, regions);
        upload(created, ZIP);
        return created.at("publicationId");
    }

    void upload(Api.Answer created, byte[] content) {
        assertThat(put(created.json().at("/upload/url").asText(), content)).isEqualTo(200);
    }

    static int put(String url, byte[] content) {
        try {
            return CLIENT.send(
                            HttpRequest.newBuilder(URI.create(url))
                                    .PUT(BodyPublishers.ofByteArray(content))
                                    .build(),
                            BodyHandlers.ofString())
                    .statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Api.Answer start(String id) {
        return api.post("/publications/" + id + "/start", "");
    }

    Api.Answer get(String id) {
        return api.get("/publications/" + id);
    }

    /** Creates, uploads, starts, and waits for the end. */
    Api.Answer published(String name, String... regions) {
        String id = uploaded(name, regions);
        assertThat(start(id).status()).isEqualTo(202);
        return awaitEnd(id);
    }

    Api.Answer awaitEnd(String id) {
        return Suite.await(() -> get(id), answer -> FINAL.contains(answer.at("status")));
    }

    /** Returns the states by region. */
    static Map<String, String> states(Api.Answer publication) {
        Map<String, String> states = new TreeMap<>();
        for (JsonNode region : publication.json().path("regions")) {
            states.put(region.path("region").asText(), region.path("status").asText());
        }
        return states;
    }

    static JsonNode region(Api.Answer publication, String region) {
        return publication
                .json()
                .path("regions")
                .valueStream()
                .filter(one -> one.path("region").asText().equals(region))
                .findFirst()
                .orElseThrow();
    }

    /** Asserts that every layer version of a package in Lambda is registered. */
    void assertNothingOrphaned(String name, String... regions) {
        for (String region : regions) {
            List<String> inLambda = server.cloud().layers().versionArns(region).stream()
                    .filter(arn -> arn.contains(":layer:" + name + ":"))
                    .toList();
            Api.Answer versions = api.get("/layers/" + region + "/" + name);
            List<String> registered = versions.json()
                    .path("items")
                    .valueStream()
                    .map(item -> item.path("arn").asText())
                    .toList();
            assertThat(inLambda).as(region).containsExactlyInAnyOrderElementsOf(registered);
        }
    }
}
