package dev.backplane.userdata.api;

import static dev.backplane.userdata.api.ApiFixture.ADMIN;
import static dev.backplane.userdata.api.ApiFixture.SELF;
import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.CALLER;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.RemovalStore;
import dev.backplane.userdata.store.StoreFixture;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.workflow.DataExporterHandler;
import dev.backplane.userdata.workflow.StubBucket;
import dev.backplane.userdata.workflow.StubMachine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The routes of exports, and the function of their state machine. */
class ExportHandlersTest {

    private static final AppName OTHER = new AppName("other");

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;
    private StubMachine machine;
    private StubBucket bucket;
    private TestPlatform test;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        AwsConnection local = DYNAMO.aws();
        bucket = new StubBucket(local.http());
        machine = new StubMachine(bucket);
        test = new TestPlatform(
                StoreFixture.settings(DYNAMO),
                new AwsConnection(machine, local.credentials(), local.region(), local.endpoint()));
        stores.apps.register(NOTES, Optional.empty(), AppOptions.NONE);
        stores.apps.register(OTHER, Optional.empty(), AppOptions.NONE);
    }

    private void put(Namespace namespace, String key, Payload payload) {
        StoreFixture.write(stores.data, namespace, DataKey.parse(key), new Edit.Replace(payload), Preconditions.NONE);
    }

    private GatewayResponse request(String scope, String user) {
        return HttpCall.of(ExportUserHandler.OPERATION)
                .path("user", user)
                .sub("ann")
                .scopes(scope)
                .send(new ExportUserHandler(test.platform()));
    }

    private String requested() {
        GatewayResponse answer = request(SELF, "ann");
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer.text("exportId");
    }

    private GatewayResponse get(String id, String user) {
        return HttpCall.of(GetExportHandler.OPERATION)
                .path("user", user)
                .path("exportId", id)
                .scopes(ADMIN)
                .send(new GetExportHandler(test.platform()));
    }

    private String write(String id, int attempt, int millis) {
        return Invoke.with(
                new DataExporterHandler(test.platform()),
                "{\"step\":\"write\",\"jobId\":\"" + id + "\",\"execution\":\"" + id + "-" + attempt + "\"}",
                Invoke.contextWith(millis));
    }

    private List<String> lines() {
        return bucket.objects().values().stream()
                .flatMap(file -> text(file).lines())
                .toList();
    }

    private static String text(byte[] file) {
        try (GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(file))) {
            return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void export_hasEveryValueOfTheUser_andNoOther() {
        put(new Namespace.AppData(NOTES, ANN, Realm.JSON), "a", Payload.json("{\"n\":1.50,\"t\":\"\u00e9\"}"));
        put(new Namespace.AppData(OTHER, ANN, Realm.JSON), "large", Payload.json('"' + "x".repeat(100_000) + '"'));
        put(new Namespace.AppData(OTHER, ANN, Realm.BLOB), "b", Payload.blob(new byte[] {0, -1}, "image/png"));
        put(new Namespace.Content(ANN), "c", Payload.json("[]"));
        put(new Namespace.Behavior(ANN), "d", Payload.json("\"x\""));
        stores.counters.increment(ANN, DataKey.parse("n"), CounterNumber.ONE, Optional.of(new IdempotencyKey("k")));
        put(new Namespace.AppData(NOTES, new UserId("bob"), Realm.JSON), "z", Payload.json("1"));
        String id = requested();

        assertThatJson(write(id, 1, 120_000)).isEqualTo("{\"outcome\":\"done\"}");

        List<String> lines = lines();
        assertThat(lines).hasSize(6);
        assertThatJson(lines.get(0)).node("app").isEqualTo("notes");
        assertThat(lines.get(0)).contains("\"value\":{\"n\":1.50,\"t\":\"\u00e9\"}");
        assertThatJson(lines.get(1)).node("store").isEqualTo("json");
        assertThatJson(lines.get(2)).node("base64").isEqualTo("AP8=");
        assertThatJson(lines.get(2)).node("contentType").isEqualTo("image/png");
        assertThatJson(lines.get(3)).node("store").isEqualTo("content");
        assertThatJson(lines.get(4)).node("store").isEqualTo("cb");
        assertThatJson(lines.get(5)).node("value").isEqualTo(1);
        GatewayResponse done = get(id, "ann");
        assertThatJson(done.body()).node("status").isEqualTo("done");
        assertThatJson(done.body()).node("values").isEqualTo(6);
        assertThat(done.text("link")).contains(id + "/1.jsonl.gz", "X-Amz-Signature=");
    }

    @Test
    void export_largerThanAFile_hasSeveral_andEachIsComplete() {
        byte[] noise = new byte[250_000];
        new Random(1).nextBytes(noise);
        IntStream.range(0, 45).forEach(i -> {
            noise[0] = (byte) i;
            put(
                    new Namespace.AppData(NOTES, ANN, Realm.BLOB),
                    "k" + (10 + i),
                    Payload.blob(noise.clone(), "application/octet-stream"));
        });
        String id = requested();

        assertThatJson(write(id, 1, 120_000)).isEqualTo("{\"outcome\":\"done\"}");

        assertThat(bucket.objects())
                .hasSizeBetween(2, 3)
                .allSatisfy((_, file) -> assertThat(file.length).isLessThan(10 * 1024 * 1024));
        assertThat(lines()).hasSize(45).doesNotHaveDuplicates();
        assertThatJson(get(id, "ann").body())
                .node("links")
                .isArray()
                .hasSize(bucket.objects().size());
    }

    @Test
    void export_isContinuedWhereItStopped() {
        IntStream.range(0, 250)
                .forEach(i -> put(new Namespace.AppData(NOTES, ANN, Realm.JSON), "k" + (100 + i), Payload.json("1")));
        String id = requested();
        assertThatJson(write(id, 1, 25_000)).as("no time").isEqualTo("{\"outcome\":\"more\"}");
        machine.end(id + "-1");
        assertThatJson(get(id, "ann").body()).node("status").isEqualTo("interrupted");

        assertThat(requested()).isEqualTo(id);

        assertThatJson(write(id, 1, 120_000)).isEqualTo("{\"outcome\":\"superseded\"}");
        assertThatJson(write(id, 2, 120_000)).isEqualTo("{\"outcome\":\"done\"}");
        assertThat(lines()).hasSize(250).doesNotHaveDuplicates();
    }

    @Test
    void export_ofAnotherUser_isNotFound_norIsOneThatExpired() {
        String id = requested();

        assertThat(request(SELF, "bob").status()).isEqualTo(403);
        assertThat(get(id, "bob").text("code")).isEqualTo("EXPORT_NOT_FOUND");
        assertThat(get(id, "ann").status()).isEqualTo(200);
        test.clock().advance(Duration.ofDays(7));
        assertThat(get(id, "ann").text("code")).isEqualTo("EXPORT_NOT_FOUND");
    }

    @Test
    void exports_ofAnErasedUser_areDeleted_alsoAFileInProgress() {
        put(new Namespace.Content(ANN), "c", Payload.json("[]"));
        String finished = requested();
        write(finished, 1, 120_000);
        String running = requested();
        RemovalStore removals = new Stores(test.platform()).removals();
        Removal removal = removals.beginErasure(ANN, CALLER, Optional.empty());
        assertThat(request(SELF, "ann").text("code")).isEqualTo("USER_BEING_ERASED");

        assertThat(removals.sweep(removal, () -> true)).isTrue();
        assertThat(bucket.objects()).isEmpty();
        assertThatJson(write(running, 1, 120_000)).isEqualTo("{\"outcome\":\"superseded\"}");
        assertThat(removals.resweep(removal, () -> true)).isTrue();
        removals.finish(removal);

        assertThat(bucket.objects()).isEmpty();
        assertThat(get(finished, "ann").status()).isEqualTo(404);
        assertThat(stores.jobRows())
                .noneMatch(row -> row.attributes().toString().contains("ann"));
    }
}
