package dev.backplane.local.ttl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.streams.StreamTail;
import dev.backplane.local.tables.ExpiryLedger;
import dev.backplane.local.tables.ExpiryNotes;
import dev.backplane.local.tables.TableKind;
import dev.backplane.local.tables.Tables;
import dev.backplane.local.tables.TimeToLive;
import dev.backplane.local.template.CloudTemplates;
import dev.backplane.local.template.ResourceKinds;
import dev.backplane.local.template.TemplateEdit;
import dev.backplane.local.testing.Assembly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One sweep after the other on a real engine, with a clock that stands still. */
final class SweeperTest {
    private static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");

    private static DynamoDbEngine engine;
    private static EngineHttpClient http;
    private static int tables;

    @TempDir
    private Path folder;

    @TempDir
    private Path data;

    private Engine dynamo;
    private Tables made;
    private TimeToLive table;
    private ExpiryLedger ledger;
    private Instant now = NOW;
    private int removals;

    @BeforeAll
    static void startEngine() {
        engine = DynamoDbEngine.inMemory();
        http = new EngineHttpClient();
    }

    @AfterAll
    static void stopEngine() {
        http.close();
        engine.close();
    }

    @BeforeEach
    void makeTable() {
        dynamo = new Engine(http, engine.endpoint(), "DynamoDB_20120810");
        CloudTemplates templates = templates("Things" + tables++);
        made = Tables.create(dynamo, templates);
        table = TimeToLive.in(templates).getFirst();
        ledger = ExpiryLedger.in(Optional.of(data));
    }

    @Test
    void sweep_removesWhatIsExpiredAndNothingElse() {
        put("expired", String.valueOf(seconds(NOW) - 1));
        put("fraction", seconds(NOW) - 1 + ".5");
        put("this second", String.valueOf(seconds(NOW)));
        put("later", String.valueOf(seconds(NOW) + 3600));
        put("very old", String.valueOf(seconds(NOW.minus(6 * 365, ChronoUnit.DAYS))));
        put("old", String.valueOf(seconds(NOW.minus(4 * 365, ChronoUnit.DAYS))));
        putItem("{'pk': {'S': 'never'}, 'sk': {'S': 's'}}");
        putItem("{'pk': {'S': 'text'}, 'sk': {'S': 's'}, 'exDt': {'S': '1'}}");

        Optional<Instant> next = sweeper().sweep();

        assertThat(keys()).containsExactlyInAnyOrder("this second", "later", "very old", "never", "text");
        assertThat(next).contains(NOW);
        assertThat(removals).isEqualTo(1);
    }

    @Test
    void sweep_notesTheRecordsOfItsOwnRemovalsOnly() {
        put("mine", String.valueOf(seconds(NOW) - 1));
        put("users", String.valueOf(seconds(NOW) - 1));
        delete("users");
        sweeper().sweep();
        put("mine", String.valueOf(seconds(NOW) - 1));
        delete("mine");

        assertThat(removalRecords()).containsExactly("users: user", "mine: ttl", "mine: user");
    }

    @Test
    void sweep_whenTheExpiryIsChangedInTime_leavesTheItem() {
        put("saved", String.valueOf(seconds(NOW) - 1));
        put("expired", String.valueOf(seconds(NOW) - 1));
        TableSweeper sweeping = new TableSweeper(table, dynamo, () -> now);
        List<JsonNode> seen = sweeping.look().expired();
        put("saved", String.valueOf(seconds(NOW) + 60));

        recorded().remove(seen, sweeping::remove);

        assertThat(keys()).containsExactly("saved");
        assertThat(removalRecords()).containsExactly("expired: ttl");
    }

    @Test
    void sweep_whenAUserIsFaster_leavesTheRemovalToTheUser() {
        put("contended", String.valueOf(seconds(NOW) - 1));
        TableSweeper sweeping = new TableSweeper(table, dynamo, () -> now);
        List<JsonNode> seen = sweeping.look().expired();
        delete("contended");

        recorded().remove(seen, sweeping::remove);

        assertThat(removalRecords()).containsExactly("contended: user");
    }

    @Test
    void sweep_removesItemsThatLackTheKeysOfAnIndex() {
        putItem("{'pk': {'S': 'sparse'}, 'sk': {'S': 's'}, 'exDt': {'N': '" + (seconds(NOW) - 1) + "'}}");
        putItem("{'pk': {'S': 'indexed'}, 'sk': {'S': 's'}, 'rgn': {'S': 'x'}, 'exDt': {'N': '" + (seconds(NOW) - 1)
                + "'}}");

        sweeper().sweep();

        assertThat(keys()).isEmpty();
        assertThat(removalRecords()).containsExactlyInAnyOrder("sparse: ttl", "indexed: ttl");
    }

    @Test
    void sweep_ofMany_notesEach() {
        for (int i = 0; i < 60; i++) {
            put("item " + i, String.valueOf(seconds(NOW) - 1));
        }

        sweeper().sweep();

        assertThat(keys()).isEmpty();
        assertThat(removalRecords())
                .hasSize(60)
                .allSatisfy(removal -> assertThat(removal).endsWith(": ttl"));
        assertThat(removals).isEqualTo(3);
    }

    @Test
    void notes_surviveARestart() {
        put("mine", String.valueOf(seconds(NOW) - 1));
        sweeper().sweep();
        put("users", "1");
        delete("users");

        ledger = ExpiryLedger.in(Optional.of(data));

        assertThat(removalRecords()).containsExactly("mine: ttl", "users: user");
    }

    @Test
    void settle_whenTheProcessWasKilledInASweep_findsWhatItHadRemoved() {
        put("before", "1");
        delete("before");
        put("removed", String.valueOf(seconds(NOW) - 1));
        put("not yet", String.valueOf(seconds(NOW) - 1));
        StreamTail tail = tail();
        tail.removals();
        ExpiryNotes notes = ledger.of(table.streamArn().orElseThrow());
        notes.begin(new ExpiryNotes.Pending(Set.of(key("removed"), key("not yet"), key("before")), tail.positions()));
        delete("removed");

        ledger = ExpiryLedger.in(Optional.of(data));
        recorded().settle();
        delete("not yet");

        assertThat(removalRecords()).containsExactly("before: user", "removed: ttl", "not yet: user");
    }

    @Test
    void sweep_whileUsersRemoveTheSameItems_tellsEachRemovalRight() throws Exception {
        Map<String, List<String>> truth = new ConcurrentHashMap<>();
        TableSweeper sweeping = new TableSweeper(table, dynamo, () -> now);
        RecordedRemoval recorded = recorded();
        try (ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> work = new ArrayList<>();
            for (int user = 0; user < 4; user++) {
                String name = "user " + user;
                work.add(users.submit(() -> writeAndRemove(name, truth)));
            }
            boolean done = false;
            while (!done) {
                done = work.stream().allMatch(Future::isDone);
                recorded.remove(sweeping.look().expired(), key -> note(truth, key, "ttl", sweeping.remove(key)));
            }
            for (Future<?> each : work) {
                each.get();
            }
        }

        assertThat(keys()).isEmpty();
        assertThat(truth.values().stream().flatMap(List::stream)).contains("ttl", "user");
        Map<String, List<String>> told = new HashMap<>();
        for (String removal : removalRecords()) {
            told.computeIfAbsent(removal.substring(0, removal.indexOf(':')), key -> new ArrayList<>())
                    .add(removal.substring(removal.indexOf(':') + 2));
        }
        assertThat(told).isEqualTo(truth);
    }

    /** Makes the same few items again and again, and removes every other one as a user does. */
    private void writeAndRemove(String name, Map<String, List<String>> truth) {
        for (int i = 0; i < 120; i++) {
            JsonNode key = key(name + " item " + i / 4 % 2);
            ledger.whileNothingExpires(() -> {
                put(key.at("/pk/S").asText(), String.valueOf(seconds(NOW) - 1));
                return key;
            });
            if (i % 2 == 0) {
                ledger.whileNothingExpires(() -> {
                    JsonNode answer = dynamo.call(
                            "DeleteItem",
                            request().put("ReturnValues", "ALL_OLD").set("Key", key));
                    return note(truth, key, "user", answer.has("Attributes"));
                });
            }
        }
    }

    private static boolean note(Map<String, List<String>> truth, JsonNode key, String who, boolean removed) {
        if (removed) {
            truth.computeIfAbsent(key.at("/pk/S").asText(), any -> new CopyOnWriteArrayList<>())
                    .add(who);
        }
        return removed;
    }

    private Sweeper sweeper() {
        return new Sweeper(
                "test",
                new TableSweeper(table, dynamo, () -> now),
                Optional.of(recorded()),
                new Sweeper.Outside(() -> now, time -> {}, time -> {}, () -> removals++, trouble -> {
                    throw new AssertionError(trouble);
                }));
    }

    private RecordedRemoval recorded() {
        return new RecordedRemoval(ledger, ledger.of(table.streamArn().orElseThrow()), tail());
    }

    private StreamTail tail() {
        Engine streams = new Engine(http, engine.endpoint(), "DynamoDBStreams_20120810");
        return StreamTail.of(streams, made, table.streamArn().orElseThrow(), ledger);
    }

    /** All removals that the stream tells of, each with who did it. */
    private List<String> removalRecords() {
        ExpiryNotes notes = ledger.of(table.streamArn().orElseThrow());
        return tail().removals().stream()
                .map(removal -> removal.keys().at("/pk/S").asText()
                        + (notes.tellsOfExpiry(removal.sequenceNumber()) ? ": ttl" : ": user"))
                .toList();
    }

    private List<String> keys() {
        return dynamo.call("Scan", request())
                .path("Items")
                .valueStream()
                .map(item -> item.at("/pk/S").asText())
                .toList();
    }

    private void put(String key, String expiry) {
        putItem("{'pk': {'S': '" + key + "'}, 'sk': {'S': 's'}, 'exDt': {'N': '" + expiry + "'}}");
    }

    private void putItem(String item) {
        dynamo.call("PutItem", request().set("Item", json(item)));
    }

    private void delete(String key) {
        dynamo.call("DeleteItem", request().set("Key", key(key)));
    }

    private static JsonNode key(String key) {
        return json("{'pk': {'S': '" + key + "'}, 'sk': {'S': 's'}}");
    }

    private ObjectNode request() {
        return JsonNodeFactory.instance.objectNode().put("TableName", table.table());
    }

    private static long seconds(Instant moment) {
        return moment.getEpochSecond();
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private CloudTemplates templates(String name) {
        new Assembly(folder).stack("Test", """
                        Resources:
                          Table:
                            Type: AWS::DynamoDB::Table
                            Properties:
                              TableName: %s
                              BillingMode: PAY_PER_REQUEST
                              KeySchema: [{AttributeName: pk, KeyType: HASH}, {AttributeName: sk, KeyType: RANGE}]
                              AttributeDefinitions:
                                - {AttributeName: pk, AttributeType: S}
                                - {AttributeName: sk, AttributeType: S}
                                - {AttributeName: rgn, AttributeType: S}
                              GlobalSecondaryIndexes:
                                - IndexName: region
                                  KeySchema: [{AttributeName: rgn, KeyType: HASH}]
                                  Projection: {ProjectionType: ALL}
                              StreamSpecification: {StreamViewType: NEW_AND_OLD_IMAGES}
                              TimeToLiveSpecification: {AttributeName: exDt, Enabled: true}
                        """.formatted(name));
        return CloudTemplates.read(folder, new ResourceKinds().register(List.of(TableKind.kind())), TemplateEdit.NONE);
    }
}
