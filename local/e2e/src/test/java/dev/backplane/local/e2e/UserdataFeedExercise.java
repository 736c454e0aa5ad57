package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes in every way to an app with a feed of changes and events, and reads the feed in all of its states. */
final class UserdataFeedExercise {

    private static final String APP = "/userdata/apps/feed";
    private static final String ANN = APP + "/users/ann";
    private static final String CHANGES = ANN + "/changes";

    /** More than one part of the values that a request adds to the feed. */
    private static final int MANY = 100;

    private final LocalServer server;
    private final Api api;

    UserdataFeedExercise(LocalServer server, Api api) {
        this.server = server;
        this.api = api;
    }

    void doEverything() {
        expect(
                201,
                "POST",
                "/userdata/apps",
                "{\"name\":\"feed\",\"quotaBytes\":100000,\"changes\":true,\"events\":true}");
        writes();
        restarts();
        backfill();
        expire();
    }

    /** Each function that writes records the change, also if a precondition makes a read unnecessary. */
    private void writes() {
        GivenUp.next(server, () -> expect(201, "PUT", ANN + "/json/a", "1"), "ChangeStream");
        expect(201, "PATCH", ANN + "/json/b", "{\"x\":\"" + "y".repeat(5000) + "\"}");
        expect(201, "PUT", ANN + "/blob/a", "1");
        batch("{\"puts\":[{\"key\":\"c\",\"value\":1}]}");
        expect(200, "POST", "/userdata/rpc", rpc("set", ",\"data\":1"));
        expect(200, "POST", "/userdata/rpc", rpc("delete", ""));
        expect(200, "GET", CHANGES + "?values=true", null);
        remove("/json/a");
        remove("/blob/a");
        batch("{\"deletes\":[{\"key\":\"c\"}]}");
        expect(200, "GET", CHANGES, null);
    }

    /** A feed that is switched on again begins anew, which writers and readers find in the counters. */
    private void restarts() {
        restart();
        expect(201, "PUT", ANN + "/json/d", "1");
        expect(200, "GET", CHANGES, null);
        expect(200, "GET", CHANGES, null);
        restart();
        batch("{\"puts\":[{\"key\":\"e\",\"value\":1}]}");
        expect(200, "GET", CHANGES, null);
        restart();
        expect(200, "GET", CHANGES, null);
        expect(200, "GET", CHANGES, null);
    }

    private void restart() {
        expect(200, "PATCH", APP, "{\"changes\":false}");
        expect(409, "GET", CHANGES, null);
        expect(200, "PATCH", APP, "{\"changes\":true}");
    }

    /** Many values are added in parts, and writes in between are not added again. */
    private void backfill() {
        expect(200, "PATCH", APP, "{\"changes\":false}");
        for (int from = 0; from < MANY; from += 20) {
            batch(IntStream.range(from, from + 20)
                    .mapToObj(i -> "{\"key\":\"many" + i + "\",\"value\":1}")
                    .collect(Collectors.joining(",", "{\"puts\":[", "]}")));
        }
        expect(200, "PATCH", APP, "{\"changes\":true}");
        Answer page = api.get(CHANGES);
        while (page.at("more").equals("true")) {
            page = api.get(CHANGES + "?since=" + page.at("next"));
            assertThat(page.status()).as(page.text()).isEqualTo(200);
        }
    }

    private void expire() {
        expect(201, "PUT", ANN + "/json/old?ttlSeconds=60", "1");
        expect(201, "PUT", ANN + "/blob/old?ttlSeconds=60", "1");
        ExpiredValues.expire(server, "feed#ann");
        String before = api.get(ANN + "/quota").at("items");
        server.cloud().schedules().fire("ValueExpirer");
        Suite.await(() -> api.get(ANN + "/quota").at("items"), items -> !items.equals(before));
    }

    private void remove(String value) {
        String tag = api.get(ANN + value).header("etag").orElseThrow();
        assertThat(api.with("If-Match", tag).send("DELETE", ANN + value, null).status())
                .isEqualTo(204);
    }

    private static String rpc(String verb, String data) {
        return "{\"method\":\"data.app." + verb + "\",\"params\":{\"app\":\"feed\",\"user\":\"ann\",\"key\":\"rpc\""
                + data + "}}";
    }

    private void batch(String body) {
        Answer answer =
                api.with("Idempotency-Key", UUID.randomUUID().toString()).post(ANN + "/batch-write", body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private void expect(int status, String method, String path, @Nullable String body) {
        Answer answer = api.send(method, path, body);
        assertThat(answer.status())
                .as(method + " " + path + " " + answer.text())
                .isEqualTo(status);
    }
}
