package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Uploads, reads and discards large blobs, so that every grant for them is needed. */
final class UploadsExercise {

    private static final String APP = "/userdata/apps/uploads";
    private static final byte[] CONTENT = new byte[300_000];

    private final LocalServer server;
    private final Api api;
    private final Runnable removeGuards;
    private int keys;

    /** @param removeGuards removes the guard rows of the app {@code uploads} */
    UploadsExercise(LocalServer server, Runnable removeGuards) {
        this.server = server;
        this.api = new Api(server.address(), server.token());
        this.removeGuards = removeGuards;
    }

    void doEverything() {
        expect(201, "POST", "/userdata/apps", "{\"name\":\"uploads\",\"quotaBytes\":1000000}");
        new Random(1).nextBytes(CONTENT);
        firstAndLast();
        replaced();
        expired();
        recorded();
        purged();
    }

    /** An app with a feed and events: reserved bytes can reach a percentage of the quota, also when others are given back. */
    private void recorded() {
        expect(201, "POST", "/userdata/apps", "{\"name\":\"films\",\"quotaBytes\":1400000}");
        String hal = "/userdata/apps/films/users/hal/blob/";
        assertThat(reserve(hal + "a", 1_130_000).status()).isEqualTo(201);
        Answer second = reserve(hal + "b", 262_145);
        expect(200, "PATCH", "/userdata/apps/films", "{\"changes\":true,\"events\":true}");
        expect(204, "DELETE", hal + "b/uploads/" + second.at("uploadId"), null);
        assertThat(reserve("/userdata/apps/films/users/ida/blob/a", 1_130_000).status())
                .isEqualTo(201);
        String jan = "/userdata/apps/films/users/jan/blob/a";
        expect(200, "POST", Uploads.sent(api, jan, CONTENT) + "/complete", null);
        Answer changes = api.get("/userdata/apps/films/users/jan/changes?values=true");
        assertThat(changes.text()).contains("\"size\":300001", "image/png").doesNotContain("base64");
    }

    /** The removal of an app discards what is uploaded in it. */
    private void purged() {
        Answer purge = api.delete("/userdata/apps/films?purge=true");
        assertThat(purge.status()).as(purge.text()).isEqualTo(202);
        Suite.await(() -> api.get("/userdata/purges/" + purge.at("purgeId")).at("status"), "done"::equals);
    }

    private Answer reserve(String blob, int bytes) {
        return api.post(blob + "/uploads", Uploads.body(bytes, "0".repeat(64)));
    }

    /** An app without guards gets them by a user's first upload. */
    private void firstAndLast() {
        String blob = APP + "/users/flo/blob/a";
        removeGuards.run();
        Answer created = Uploads.create(api, blob, CONTENT);
        String upload = blob + "/uploads/" + created.at("uploadId");
        expect(409, "POST", upload + "/complete", null);
        expect(204, "DELETE", upload, null);
        expect(404, "DELETE", upload, null);
        expect(404, "POST", upload + "/complete", null);
    }

    private void replaced() {
        String blob = APP + "/users/flo/blob/a";
        expect(201, "PUT", blob, random(9000));
        expect(200, "POST", Uploads.sent(api, blob, CONTENT) + "/complete", null);
        expect(200, "POST", Uploads.sent(api, blob, CONTENT) + "/complete", null);
        expect(204, "DELETE", Uploads.sent(api, blob, CONTENT), null);
        String link = api.get(blob + "?link=true").at("url");
        assertThat(Uploads.read(link).body()).isEqualTo(CONTENT);
        Answer called = api.post(
                "/userdata/rpc",
                "{\"method\":\"data.app.blob.get\",\"params\":{\"user\":\"flo\",\"app\":\"uploads\",\"key\":\"a\"}}");
        assertThat(Uploads.read(called.json().at("/result/url").asText()).body())
                .isEqualTo(CONTENT);
        expect(204, "DELETE", blob, null);
        sweep();
        Suite.await(() -> Uploads.read(link).statusCode(), status -> status != 200);
    }

    /** Each function that needs space ends expired uploads, and so does the sweep. */
    private void expired() {
        String gil = APP + "/users/gil";
        String text = "x".repeat(260_000);
        for (String path : new String[] {"/json/b", "/blob/b"}) {
            expire(gil);
            expect(201, "PUT", gil + path, path.equals("/blob/b") ? text : '"' + text + '"');
            expect(204, "DELETE", gil + path, null);
        }
        expire(gil);
        expect(201, "PATCH", gil + "/json/b", "{\"d\":\"" + text + "\"}");
        expect(204, "DELETE", gil + "/json/b", null);
        expire(gil);
        batch(gil, "{\"puts\":[{\"key\":\"b\",\"value\":\"" + text + "\"}]}");
        batch(gil, "{\"deletes\":[{\"key\":\"b\"}]}");
        expire(gil);
        expect(201, "PUT", gil + "/json/a?ttlSeconds=60", "1");
        ExpiredValues.expire(server, "uploads#gil");
        Uploads.sent(api, gil + "/blob/c", new byte[900_000]);
        ExpiredValues.expire(server, "uploads#gil");
        sweep();
        Suite.await(() -> api.get(gil + "/quota").at("usedBytes"), "0"::equals);
    }

    /** Reserves most of the quota, and lets the reservation expire. */
    private void expire(String user) {
        Uploads.sent(api, user + "/blob/a", new byte[900_000]);
        ExpiredValues.expire(server, "uploads#" + user.substring(user.lastIndexOf('/') + 1));
    }

    private void sweep() {
        server.cloud().schedules().fire("ValueExpirer");
    }

    private void batch(String user, String body) {
        Answer answer = api.with("Idempotency-Key", "uploads-" + keys++).post(user + "/batch-write", body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    private static String random(int length) {
        StringBuilder text = new StringBuilder();
        new Random(2).ints(length, 'a', 'z').forEach(c -> text.append((char) c));
        return text.toString();
    }

    private void expect(int status, String method, String path, @Nullable String body) {
        Answer answer = api.send(method, path, body);
        assertThat(answer.status())
                .as(method + " " + path + " " + answer.text())
                .isEqualTo(status);
    }
}
