package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalServer;
import dev.backplane.local.e2e.Api.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Uses every operation of the user data service, so that every grant of its functions is needed. */
final class UserdataExercise {

    private static final String APP = "/userdata/apps/exercise";
    private static final String ANN = "/userdata/apps/exercise/users/ann";
    private static final String OF_ANN = "/userdata/users/ann";

    private final LocalServer server;
    private final Api api;
    private int keys;

    UserdataExercise(LocalServer server) {
        this.server = server;
        this.api = new Api(server.address(), server.token());
    }

    void doEverything() {
        expect(201, "POST", "/userdata/apps", "{\"name\":\"exercise\",\"quotaBytes\":100000}");
        values(ANN + "/json");
        values(OF_ANN + "/content");
        blobs();
        batches();
        preconditions();
        behavior();
        methods();
        ofApps();
        lastValues();
        expiredValues();
        new UploadsExercise(server, () -> removeGuards("uploads")).doEverything();
        olderApp();
        expect(204, "DELETE", APP, null);
        new UserdataFeedExercise(server, api).doEverything();
        new RemovalsExercise(server).doEverything();
    }

    /** Each function that finds an app without guard rows creates them. */
    private void olderApp() {
        String cy = APP + "/users/cy";
        removeGuards();
        expect(201, "PUT", cy + "/json/a", "1");
        expect(204, "DELETE", cy + "/json/a", null);
        removeGuards();
        expect(201, "PATCH", cy + "/json/a", "{}");
        expect(204, "DELETE", cy + "/json/a", null);
        removeGuards();
        expect(201, "PUT", cy + "/blob/a", "1");
        removeGuards();
        removeRow("appUsage", Map.of("user", AttributeValue.fromS("cy"), "app", AttributeValue.fromS("exercise")));
        expect(200, "POST", cy + "/recount", "{\"repair\":true}");
        expect(204, "DELETE", cy + "/blob/a", null);
        removeGuards();
        expect(503, "DELETE", APP, null);
        // A minute would pass, but a test does not wait.
        removeGuards();
        shards().forEach(this::putGuard);
    }

    /** Each function that needs space removes expired values of both realms, and so does the sweep. */
    private void expiredValues() {
        // An app of its own: functions keep the quota of an app for some seconds.
        expect(201, "POST", "/userdata/apps", "{\"name\":\"expiring\",\"quotaBytes\":100000}");
        String eve = "/userdata/apps/expiring/users/eve";
        String text = "x".repeat(70_000);
        expire(eve);
        expect(201, "PUT", eve + "/json/b", '"' + text + '"');
        expect(204, "DELETE", eve + "/json/b", null);
        expire(eve);
        expect(201, "PATCH", eve + "/json/b", "{\"d\":\"" + text + "\"}");
        expect(204, "DELETE", eve + "/json/b", null);
        expire(eve);
        expect(201, "PUT", eve + "/blob/b", text);
        expect(204, "DELETE", eve + "/blob/b", null);
        expire(eve);
        batch(eve, "{\"puts\":[{\"key\":\"b\",\"value\":\"" + text + "\"}]}");
        batch(eve, "{\"deletes\":[{\"key\":\"b\"}]}");
        expire(eve);
        server.cloud().schedules().fire("ValueExpirer");
        Suite.await(() -> api.get(eve + "/quota").at("items"), "0"::equals);
        expect(204, "DELETE", "/userdata/apps/expiring", null);
    }

    /** Stores a value in each realm, and lets both expire. */
    private void expire(String user) {
        expect(201, "PUT", user + "/json/a?ttlSeconds=60", large());
        expect(201, "PUT", user + "/blob/a?ttlSeconds=60", "x".repeat(40_000));
        ExpiredValues.expire(server, "expiring#" + user.substring(user.lastIndexOf('/') + 1));
    }

    private static IntStream shards() {
        return IntStream.range(0, 16);
    }

    private static Map<String, AttributeValue> guard(String app, int shard) {
        return Map.of("app", AttributeValue.fromS(app + "#" + shard));
    }

    private void removeGuards() {
        removeGuards("exercise");
    }

    private void removeGuards(String app) {
        shards().forEach(shard -> removeRow("apps", guard(app, shard)));
    }

    private void putGuard(int shard) {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            Map<String, AttributeValue> row = new HashMap<>(guard("exercise", shard));
            row.put("users", AttributeValue.fromN("0"));
            dynamo.putItem(put -> put.tableName(Suite.table(server, "apps")).item(row));
        }
    }

    private void removeRow(String table, Map<String, AttributeValue> key) {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            dynamo.deleteItem(
                    delete -> delete.tableName(Suite.table(server, table)).key(key));
        }
    }

    /** Sets, merges and removes small and large values, with and without preconditions, for known and unknown apps. */
    private void values(String shelf) {
        expect(201, "PUT", shelf + "/a", "1");
        expect(200, "PUT", shelf + "/a", large());
        expect(200, "GET", shelf + "?values=true", null);
        expect(200, "GET", shelf + "/a", null);
        expect(200, "PUT", shelf + "/a", "{}");
        expect(200, "PUT", shelf + "/a?dryRun=true", "2");
        expect(200, "PATCH", shelf + "/a", "{\"x\":" + large() + "}");
        expect(200, "PATCH", shelf + "/a", "{\"x\":1}");
        expect(201, "PATCH", shelf + "/b", "{}");
        expect(204, "DELETE", shelf + "/b", null);
        expect(404, "DELETE", shelf + "/b", null);
        expect(404, "GET", shelf + "/b", null);
    }

    private void blobs() {
        String blob = ANN + "/blob/b";
        expect(201, "PUT", blob, "1");
        expect(200, "PUT", blob, large());
        expect(200, "GET", blob, null);
        expect(200, "PUT", blob, "1");
        expect(201, "PUT", ANN + "/blob/c", "1");
        expect(409, "PUT", ANN + "/blob/d", "x".repeat(200_000));
        expect(409, "PUT", ANN + "/json/d", '"' + "x".repeat(200_000) + '"');
        expect(409, "PATCH", ANN + "/json/d", "{\"d\":\"" + "x".repeat(200_000) + "\"}");
        expect(200, "PUT", blob + "?dryRun=true", "2");
        expect(200, "GET", ANN + "/blob", null);
        expect(204, "DELETE", ANN + "/blob/c", null);
        expect(404, "DELETE", ANN + "/blob/c", null);
        expect(404, "GET", ANN + "/blob/c", null);
        expect(200, "GET", APP + "/users/nobody/blob", null);
        expect(200, "GET", APP + "/users/nobody/json", null);
    }

    /** Reads and writes several values, as the first ones of a user and as the last ones. */
    private void batches() {
        String dan = APP + "/users/dan";
        expect(200, "POST", dan + "/batch-get", "{\"json\":[\"a\"],\"blob\":[\"a\"]}");
        batch(dan, "{\"puts\":[{\"key\":\"a\",\"value\":" + large() + "},{\"key\":\"b\",\"value\":1}]}");
        expect(200, "POST", dan + "/batch-get", "{\"json\":[\"a\"],\"blob\":[\"a\"]}");
        batch(dan, "{\"puts\":[{\"key\":\"a\",\"value\":1}],\"deletes\":[{\"key\":\"b\"}]}");
        batch(dan, "{\"deletes\":[{\"key\":\"a\"}]}");
        removeGuards();
        batch(dan, "{\"puts\":[{\"key\":\"a\",\"value\":1}]}");
        batch(dan, "{\"deletes\":[{\"key\":\"a\"}]}");
    }

    private void batch(String user, String body) {
        Answer answer = api.with("Idempotency-Key", Integer.toString(keys++)).post(user + "/batch-write", body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    /** Writes that require a value or its absence; the second call of each has the app in its cache. */
    private void preconditions() {
        Api present = api.with("If-Match", "*");
        for (int i = 0; i < 2; i++) {
            assertThat(present.send("PUT", ANN + "/json/none", "1").status()).isEqualTo(412);
            assertThat(present.send("PATCH", ANN + "/json/none", "{}").status()).isEqualTo(412);
            assertThat(present.send("PUT", ANN + "/blob/none", "1").status()).isEqualTo(412);
        }
        Api absent = api.with("If-None-Match", "*");
        assertThat(absent.send("PATCH", ANN + "/json/new", "{}").status()).isEqualTo(201);
        expect(204, "DELETE", ANN + "/json/new", null);
        expect(201, "PATCH", APP + "/users/newcomer/json/first", "{}");
        expect(204, "DELETE", APP + "/users/newcomer/json/first", null);
    }

    private void behavior() {
        String cb = OF_ANN + "/cb";
        expect(201, "PUT", cb + "/a", large());
        expect(200, "GET", cb + "?values=true", null);
        expect(200, "GET", cb + "/a", null);
        expect(200, "PUT", cb + "/a", "{\"x\":" + large() + "}");
        expect(200, "PATCH", cb + "/a", "{\"x\":1}");
        expect(200, "PUT", cb + "/a", large());
        expect(200, "PUT", cb + "/a", "1");
        expect(200, "POST", cb + "/a/increments", "{}");
        assertThat(api.with("Idempotency-Key", "k")
                        .post(cb + "/a/increments", "{}")
                        .status())
                .isEqualTo(200);
        expect(204, "DELETE", cb + "/a", null);
    }

    /** Calls the routes of values by name: each table is read and written in every way that the routes do. */
    private void methods() {
        String app = "\"app\":\"exercise\",";
        for (String realm : List.of("app", "app.blob")) {
            String data = ",\"data\":" + (realm.equals("app") ? large() : base64(large()));
            removeGuards();
            call(200, realm + ".set", app + "\"key\":\"a\"" + data);
            call(200, realm + ".get", app + "\"key\":\"a\"");
            call(200, realm + ".list", app + "\"limit\":1");
            call(200, realm + ".delete", app + "\"key\":\"a\"");
            call(412, realm + ".set", app + "\"key\":\"a\",\"ifMatch\":\"*\"" + data);
            call(404, realm + ".get", app + "\"key\":\"a\"");
        }
        call(200, "app.set", app + "\"key\":\"a\",\"data\":" + large());
        call(200, "app.merge", app + "\"key\":\"b\",\"data\":{}");
        call(200, "app.query", app + "\"prefix\":\"a\"");
        call(200, "app.delete", app + "\"key\":\"a\"");
        call(200, "app.delete", app + "\"key\":\"b\"");
        call(200, "cb.set", "\"key\":\"m\",\"data\":" + large());
        call(200, "cb.query", "\"prefix\":\"m\"");
        call(200, "cb.set", "\"key\":\"m\",\"data\":1");
        call(200, "cb.increment", "\"key\":\"m\"");
        call(200, "cb.decrement", "\"key\":\"m\",\"idempotencyKey\":\"m\"");
        call(200, "cb.get", "\"key\":\"m\"");
        call(200, "cb.unset", "\"key\":\"m\"");
        call(200, "admin.apps", "\"limit\":1");
        Answer users = api.post("/userdata/rpc", "{\"method\":\"data.admin.users\",\"params\":{\"app\":\"exercise\"}}");
        assertThat(users.status()).as(users.text()).isEqualTo(200);
    }

    private void call(int status, String method, String params) {
        expect(
                status,
                "POST",
                "/userdata/rpc",
                "{\"method\":\"data." + method + "\",\"params\":{\"user\":\"eve\"," + params + "}}");
    }

    private static String base64(String text) {
        return '"' + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + '"';
    }

    private void ofApps() {
        Stream.of("/userdata/apps", APP, APP + "/users", OF_ANN + "/apps", ANN + "/quota")
                .forEach(path -> expect(200, "GET", path, null));
        expect(200, "PUT", APP + "/quota", "{\"quotaBytes\":200000}");
        expect(204, "DELETE", APP + "/quota", null);
        expect(409, "DELETE", APP, null);
        drift();
        expect(200, "POST", ANN + "/recount", "{}");
        expect(200, "POST", ANN + "/recount", "{\"repair\":true}");
    }

    private void lastValues() {
        expect(204, "DELETE", ANN + "/blob/b", null);
        expect(204, "DELETE", ANN + "/json/a", null);
        expect(201, "PUT", ANN + "/blob/last", "1");
        expect(204, "DELETE", ANN + "/blob/last", null);
        drift();
        expect(200, "POST", ANN + "/recount", "{\"repair\":true}");
    }

    /** Makes the counters wrong, which only a manual change can do. */
    private void drift() {
        try (DynamoDbClient dynamo = Suite.dynamo(server)) {
            String table = Suite.table(server, "appUsage");
            dynamo.updateItem(update -> update.tableName(table)
                    .key(Map.of("user", AttributeValue.fromS("ann"), "app", AttributeValue.fromS("exercise")))
                    .updateExpression("ADD jsonBytes :one SET rev = :rev")
                    .expressionAttributeValues(
                            Map.of(":one", AttributeValue.fromN("1"), ":rev", AttributeValue.fromS("by hand"))));
        }
    }

    /** Returns a text that is large even when compressed. */
    private static String large() {
        StringBuilder text = new StringBuilder("\"");
        new Random(1).ints(8000, 'a', 'z').forEach(c -> text.append((char) c));
        return text.append('"').toString();
    }

    private void expect(int status, String method, String path, @Nullable String body) {
        Answer answer = api.send(method, path, body);
        assertThat(answer.status())
                .as(method + " " + path + " " + answer.text())
                .isEqualTo(status);
    }
}
