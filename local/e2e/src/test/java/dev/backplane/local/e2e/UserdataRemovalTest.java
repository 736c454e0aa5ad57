package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.aws.FaultInjection.Call;
import dev.backplane.local.e2e.Api.Answer;
import dev.backplane.local.stepfunctions.TimeScale;
import dev.backplane.platform.Parallel;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Erasures and purges from the request to the receipt, also when their functions die and executions are stopped. */
class UserdataRemovalTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int BATCH = 20;
    private static final int AT_ONCE = 8;

    private static LocalServer server;
    private static Api api;
    private static Removals removals;

    @BeforeAll
    static void start() {
        server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES).withSpeed(new TimeScale(200)));
        api = new Api(server.address(), server.token());
        removals = new Removals(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Predicate<Call> remover() {
        return call -> call.session().endsWith("DataRemover");
    }

    private static String register(String name) {
        expect(201, api.post("/userdata/apps", "{\"name\":\"" + name + "\"}"));
        return name;
    }

    private static Answer expect(int status, Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        return answer;
    }

    /** Stores values of a user in an app, in batches. */
    private static void store(String app, String user, int values) {
        for (int first = 0; first < values; first += BATCH) {
            String puts = IntStream.range(first, Math.min(first + BATCH, values))
                    .mapToObj(key -> "{\"key\":\"k" + key + "\",\"value\":" + key + "}")
                    .collect(Collectors.joining(","));
            expect(
                    200,
                    api.with("Idempotency-Key", UUID.randomUUID().toString())
                            .post(
                                    "/userdata/apps/" + app + "/users/" + user + "/batch-write",
                                    "{\"puts\":[" + puts + "]}"));
        }
    }

    private static String erase(String user) {
        return expect(202, api.post("/userdata/users/" + user + "/erasures", "{\"confirm\":\"" + user + "\"}"))
                .at("erasureId");
    }

    private static String purge(String app) {
        return expect(202, api.send("DELETE", "/userdata/apps/" + app + "?purge=true", null))
                .at("purgeId");
    }

    /** Returns the lines of an export, as its links give them. */
    private static List<String> lines(Answer export) throws IOException {
        List<String> lines = new ArrayList<>();
        for (JsonNode link : export.json().path("links")) {
            try (GZIPInputStream zip =
                    new GZIPInputStream(URI.create(link.asText()).toURL().openStream())) {
                new String(zip.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
            }
        }
        return lines;
    }

    private static Answer done(String path) {
        return Removals.await(api, path, "done");
    }

    @Test
    @Tag("large")
    void erasure_whoseFunctionDiesAtAnyPoint_isCompleted() {
        String app = register("fragile");
        new KilledCalls(server.cloud().faults(), remover())
                .killAfterEvery(20, List.of("DeleteItem", "Query", "TransactWriteItems", "UpdateItem"), () -> {
                    store(app, "ivy", 3);
                    expect(201, api.put("/userdata/users/ivy/cb/c", "1"));
                    Answer receipt = done("/userdata/erasures/" + erase("ivy"));
                    assertThat(receipt.at("userHash")).hasSize(64);
                    assertThat(removals.rowsWith("ivy")).isEmpty();
                });
    }

    @Test
    void erasure_isPublished_andRemovesWhatIsRecordedOfTheUser() {
        store(register("seen"), "mia", 1);

        String id = erase("mia");
        done("/userdata/erasures/" + id);

        Suite.await(
                () -> server.cloud().buses().events(),
                events -> events.stream()
                        .anyMatch(event -> event.detailType().equals("UserErased")
                                && event.detail().path("user").asText().equals("mia")));
        Suite.await(() -> api.get("/activity?subject=" + id).text(), text -> text.contains("UserErased"));
        assertThat(removals.activityWith("mia")).isEmpty();
    }

    @Test
    void export_isEqualToWhatTheApiReturns_andIsErasedWithTheUser() throws IOException {
        String app = register("exported");
        store(app, "lea", 30);
        expect(201, api.put("/userdata/apps/exported/users/lea/blob/b", "bytes"));
        expect(201, api.put("/userdata/users/lea/content/c", "{\"n\":1.50}"));
        String id = expect(202, api.post("/userdata/users/lea/exports", "")).at("exportId");
        Answer export = done("/userdata/users/lea/exports/" + id);

        List<String> lines = lines(export);

        assertThat(lines).hasSize(32);
        for (String line : lines) {
            JsonNode value = JSON.readTree(line);
            String path = switch (value.path("store").asText()) {
                case "json", "blob" ->
                    "/userdata/apps/exported/users/lea/" + value.path("store").asText() + "/";
                default -> "/userdata/users/lea/content/";
            };
            Answer current = api.get(path + value.path("key").asText());
            if (value.has("base64")) {
                assertThat(value.path("base64").binaryValue()).isEqualTo("bytes".getBytes(StandardCharsets.UTF_8));
            } else {
                assertThat(line).contains("\"value\":" + current.text());
            }
        }
        String link = export.at("link");
        done("/userdata/erasures/" + erase("lea"));
        assertThat(removals.rowsWith("lea")).isEmpty();
        assertThatThrownBy(() -> URI.create(link).toURL().openStream()).isInstanceOf(IOException.class);
    }

    @Test
    @Tag("large")
    void erasureOf5000ValuesIn20Apps_thatIsKilledAndContinued_leavesAReceiptOnly() {
        List<String> apps =
                IntStream.range(0, 20).mapToObj(i -> register("app" + i)).toList();
        Parallel.map(apps, AT_ONCE, app -> {
            store(app, "eva", 250);
            return app;
        });
        store("app0", "tom", 20);
        expect(201, api.put("/userdata/users/eva/content/c", "1"));
        expect(201, api.put("/userdata/users/eva/cb/c", "1"));
        expect(200, api.with("Idempotency-Key", "k").post("/userdata/users/eva/cb/n/increments", "{}"));
        assertThat(removals.rowsWith("eva")).hasSizeGreaterThan(5000);
        server.cloud().faults().kill(1, remover().and(call -> call.action().equals("DeleteItem")));

        String id = erase("eva");
        Suite.await(() -> removals.rowsWith("eva").size(), rows -> rows < 4000);
        removals.stop(id, 1);
        Removals.await(api, "/userdata/erasures/" + id, "interrupted");
        expect(409, api.put("/userdata/users/eva/content/c", "2"));
        expect(409, api.put("/userdata/apps/app7/users/eva/json/k1", "2"));
        expect(409, api.post("/userdata/users/eva/cb/n/increments", "{}"));
        assertThat(erase("eva")).isEqualTo(id);
        Answer receipt = done("/userdata/erasures/" + id);

        assertThat(removals.rowsWith("eva")).isEmpty();
        assertThat(removals.rowsWith("tom")).isNotEmpty();
        assertThat(receipt.json().has("user")).isFalse();
        // What a function removed that did not end in time is not counted.
        assertThat(receipt.json().at("/removed/values").asInt()).isBetween(1, 5003);
        expect(201, api.put("/userdata/apps/app7/users/eva/json/k1", "2"));
        assertThat(api.get("/userdata/apps/app7/users/eva/quota").at("items")).isEqualTo("1");
    }

    @Test
    @Tag("large")
    void purgeOfAnAppWith2000Users_thatIsKilledAndContinued_leavesItsRecordOnly() {
        String app = register("crowd");
        String other = register("bystander");
        List<Integer> users = IntStream.range(0, 2000).boxed().toList();
        Parallel.map(users, AT_ONCE, user -> {
            store(app, "u" + user, 2);
            return user;
        });
        store(other, "u1", 2);
        server.cloud().faults().kill(1, remover().and(call -> call.action().equals("TransactWriteItems")));

        String id = purge(app);
        Suite.await(() -> removals.rowsWith("crowd").size(), rows -> rows < 6000);
        removals.stop(id, 1);
        Removals.await(api, "/userdata/purges/" + id, "interrupted");
        assertThat(api.put("/userdata/apps/crowd/users/u1/json/k1", "2").code()).isEqualTo("APP_BEING_PURGED");
        assertThat(api.put("/userdata/apps/crowd/users/new/json/k1", "2").code())
                .isEqualTo("APP_BEING_PURGED");
        expect(200, api.put("/userdata/apps/bystander/users/u1/json/k1", "2"));
        assertThat(purge(app)).isEqualTo(id);
        Answer record = done("/userdata/purges/" + id);

        assertThat(removals.rowsWith("crowd")).hasSize(1);
        assertThat(removals.rowsWith("bystander")).hasSizeGreaterThan(3);
        assertThat(record.json().at("/removed/usages").asInt()).isBetween(1, 2000);
        expect(404, api.get("/userdata/apps/crowd"));
        expect(201, api.post("/userdata/apps", "{\"name\":\"crowd\"}"));
        expect(201, api.put("/userdata/apps/crowd/users/u1/json/k1", "2"));
    }
}
