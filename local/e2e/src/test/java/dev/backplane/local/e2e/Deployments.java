package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.Api.Answer;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates deployments and aliases over HTTP; names are never reused. */
final class Deployments {

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final Api api;

    Deployments(Api api) {
        this.api = api;
    }

    static String newId() {
        return "d" + COUNTER.incrementAndGet();
    }

    static String newHost() {
        return "h" + COUNTER.incrementAndGet() + ".example.com";
    }

    String initialized() {
        String id = newId();
        assertThat(api.post("/deployments", "{\"id\":\"" + id + "\"}").status()).isEqualTo(201);
        return id;
    }

    String finished() {
        String id = initialized();
        status(id, "FINISHED");
        return id;
    }

    String withStack(String status) {
        String id = initialized();
        assertThat(api.put(
                                "/deployments/" + id + "/status",
                                "{\"status\":\"" + status + "\",\"cloudFormationStack\":\"arn:aws:stack\"}")
                        .status())
                .isEqualTo(200);
        return id;
    }

    Answer changeStatus(String id, String status) {
        return api.put("/deployments/" + id + "/status", "{\"status\":\"" + status + "\"}");
    }

    void status(String id, String status) {
        assertThat(changeStatus(id, status).status()).isEqualTo(200);
    }

    Answer point(String alias, String target) {
        return api.post("/aliases", "{\"alias\":\"" + alias + "\",\"target\":\"" + target + "\"}");
    }

    Answer move(String alias, String target) {
        return api.post("/aliases", "{\"alias\":\"" + alias + "\",\"target\":\"" + target + "\",\"override\":true}");
    }

    Answer move(String alias, String target, String expected) {
        return api.post(
                "/aliases",
                "{\"alias\":\"%s\",\"target\":\"%s\",\"override\":true,\"expectedDeployment\":\"%s\"}"
                        .formatted(alias, target, expected));
    }
}
