package dev.backplane.layers.events;

import static dev.backplane.layers.events.StreamBatches.TTL;
import static dev.backplane.layers.events.StreamBatches.item;
import static dev.backplane.layers.events.StreamBatches.keys;
import static dev.backplane.layers.events.StreamBatches.record;
import static dev.backplane.layers.events.StreamBatches.version;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.layers.LayersSettings;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.RecordingBus;
import dev.backplane.testing.TestPlatform;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamForwarderHandlerTest {

    private static final String ALL_WELL = "{\"batchItemFailures\":[]}";
    private static final String KEYS = keys("lyr#us-east-1.requests", "lyrVrsn#v1");

    private final RecordingBus bus = new RecordingBus();
    private final TestPlatform platform = TestPlatform.over(bus)
            .with(EventPublisher.BUS_SETTING, "suite-bus")
            .with(LayersSettings.STREAM_SOURCE, LayersSettings.STREAM_SOURCE_VALUE);
    private final StreamForwarderHandler handler = new StreamForwarderHandler(platform.platform());

    private static List<String> inserts(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> version(number, "INSERT", "", item("lyrVrsn", Integer.toString(number))))
                .toList();
    }

    private static String failureOf(int number) {
        return "{\"batchItemFailures\":[{\"itemIdentifier\":\"" + number + "\"}]}";
    }

    private static boolean isOf(RecordingBus.Event event, int number) {
        return event.detail().contains("\"event-" + number + "\"");
    }

    private List<Integer> published() {
        return bus.events().stream()
                .map(event -> event.detail().replaceAll(".*\"event-([0-9]+)\".*", "$1"))
                .map(Integer::valueOf)
                .toList();
    }

    @Test
    void aRecord_becomesOneEntry_withTheKindsOfItsKeysAndAllOfIt() {
        String record = record(
                1,
                "MODIFY",
                KEYS,
                item("dplySts", "latest"),
                item("dplySts", "deprecated", "exDt", "1772582400"),
                ",\"eventSourceARN\":\"arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/s\"");

        assertThat(Invoke.with(handler, StreamBatches.of(record))).isEqualTo(ALL_WELL);
        assertThat(bus.events()).singleElement().satisfies(event -> {
            assertThat(event.bus()).isEqualTo("suite-bus");
            assertThat(event.source()).isEqualTo("backplane.layers.stream");
            assertThat(event.type()).isEqualTo("MODIFY");
            assertThat(event.detail())
                    .isEqualTo("{\"pk_type\":\"lyr\",\"sk_type\":\"lyrVrsn\",\"record\":" + record + "}");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "lyr#us-east-1.requests, lyrVrsn0#, lyr, lyrVrsn0",
        "lyrArn#arn:aws:lambda:us-east-1:000000000000:layer:x:1, lyrArn0#, lyrArn, lyrArn0",
        "bld#v1, pckg#requests, bld, pckg",
        "bldVrsn0#, pckg#requests, bldVrsn0, pckg",
        "plain, sort, plain, sort"
    })
    void kinds_areWhatStandsBeforeTheNumberSign(String pk, String sk, String pkType, String skType) {
        Invoke.with(handler, StreamBatches.of(record(1, "INSERT", keys(pk, sk), "", item("pk", pk), "")));

        assertThatJson(bus.events().getFirst().detail()).isObject().containsEntry("pk_type", pkType);
        assertThatJson(bus.events().getFirst().detail()).isObject().containsEntry("sk_type", skType);
    }

    @ParameterizedTest
    @CsvSource({"use#arn, fn#report:1", "useInv#us-east-1, useInv0#"})
    void rowsOfTheInventory_areNotForwarded(String pk, String sk) {
        Invoke.with(
                handler,
                StreamBatches.of(
                        record(1, "INSERT", keys(pk, sk), "", item("pk", pk), ""),
                        record(2, "REMOVE", keys(pk, sk), item("pk", pk), "", TTL),
                        version(3, "INSERT", "", item("dplySts", "latest"))));

        assertThat(bus.events()).hasSize(1);
    }

    @Test
    void aRemoval_tellsWhetherTimeOrSomebodyRemovedTheRow() {
        String image = item("dplySts", "deprecated");
        Invoke.with(
                handler,
                StreamBatches.of(
                        record(1, "REMOVE", KEYS, image, "", TTL),
                        record(2, "REMOVE", keys("lyr#us-east-1.requests", "lyrVrsn#v2"), image, "", ""),
                        version(3, "INSERT", "", image)));

        assertThatJson(bus.events().get(0).detail()).isObject().containsEntry("deletedBy", "ttl");
        assertThatJson(bus.events().get(1).detail()).isObject().containsEntry("deletedBy", "user");
        assertThatJson(bus.events().get(2).detail()).isObject().doesNotContainKey("deletedBy");
        assertThatJson(bus.events().get(0).detail())
                .node("record.userIdentity.principalId")
                .isEqualTo("dynamodb.amazonaws.com");
    }

    @Test
    void batchOf23_isSentInCallsOf10And10And3_inOrder() {
        assertThat(Invoke.with(handler, StreamBatches.of(inserts(23)))).isEqualTo(ALL_WELL);

        assertThat(bus.calls()).containsExactly(10, 10, 3);
        assertThat(published())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 23).boxed().toList());
    }

    @Test
    void emptyBatch_callsNobody() {
        assertThat(Invoke.with(handler, "{\"Records\":[]}")).isEqualTo(ALL_WELL);
        assertThat(bus.calls()).isEmpty();
    }

    @Test
    void entriesThatFailOnce_areSentAgainAlone() {
        Set<String> failed = new HashSet<>();
        bus.refuse(event -> (isOf(event, 3) || isOf(event, 7)) && failed.add(event.detail()));

        assertThat(Invoke.with(handler, StreamBatches.of(inserts(10)))).isEqualTo(ALL_WELL);
        assertThat(bus.calls()).containsExactly(10, 2);
        assertThat(published()).containsExactly(1, 2, 4, 5, 6, 8, 9, 10, 3, 7);
    }

    @Test
    void anEntryThatAlwaysFails_isNamed_andNothingFollowsItsCall() {
        bus.refuse(event -> isOf(event, 12) || isOf(event, 15));

        assertThat(Invoke.with(handler, StreamBatches.of(inserts(23)))).isEqualTo(failureOf(12));
        assertThat(bus.calls()).containsExactly(10, 10, 2, 2);
        assertThat(published()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 16, 17, 18, 19, 20);
        assertThatJson(platform.lines().getFirst()).node("outcome").isEqualTo("FAULT");
    }

    @Test
    void aRecordThatCannotBeRead_isSetAside_andTheOthersGoOut() {
        List<String> records = new ArrayList<>(inserts(4));
        records.set(1, record(2, "INSERT", "", "", item("a", "b"), ""));

        assertThat(Invoke.with(handler, StreamBatches.of(records))).isEqualTo(ALL_WELL);
        assertThat(published()).containsExactly(1, 3, 4);
        assertThatJson(platform.lines().getFirst()).node("outcome").isEqualTo("FAULT");
        assertThat(platform.lines().getFirst()).contains("skipped the record event-2", "stream record without Keys");
    }

    @Test
    void anEntryThatIsTooLarge_goesWithoutItsNewImage() {
        String image = item("rqrmntsTxt", "x".repeat(150_000));
        assertThat(Invoke.with(handler, StreamBatches.of(version(1, "MODIFY", image, image))))
                .isEqualTo(ALL_WELL);

        assertThat(bus.events().getFirst().detail())
                .isEqualTo("{\"pk_type\":\"lyr\",\"sk_type\":\"lyrVrsn\",\"truncated\":true,\"record\":"
                        + version(1, "MODIFY", image, "") + "}");
    }

    @Test
    void anEntryThatIsTooLargeEvenSo_goesWithoutItsText() {
        String image = item("dplySts", "deprecated", "rqrmntsTxt", "x".repeat(300_000), "arn", "a");
        assertThat(Invoke.with(handler, StreamBatches.of(version(1, "REMOVE", image, ""))))
                .isEqualTo(ALL_WELL);

        assertThat(bus.events().getFirst().detail())
                .isEqualTo(
                        "{\"pk_type\":\"lyr\",\"sk_type\":\"lyrVrsn\",\"deletedBy\":\"user\",\"truncated\":true,\"record\":"
                                + version(1, "REMOVE", item("dplySts", "deprecated", "arn", "a"), "") + "}");
    }

    @Test
    void anEntryThatNothingMakesSmallEnough_isSetAside_andTheOthersGoOut() {
        String image = item("notes", "x".repeat(300_000));
        String answer = Invoke.with(
                handler,
                StreamBatches.of(
                        version(1, "INSERT", "", item("a", "b")),
                        version(2, "REMOVE", image, ""),
                        version(3, "INSERT", "", item("a", "b"))));

        assertThat(answer).isEqualTo(ALL_WELL);
        assertThat(published()).containsExactly(1, 3);
    }

    @Test
    void largeRecords_areSentInSeveralCalls_eachWithinTheLimit() {
        String image = item("rqrmntsTxt", "x".repeat(100_000));
        List<String> records = IntStream.rangeClosed(1, 5)
                .mapToObj(number -> version(number, "REMOVE", image, ""))
                .toList();

        assertThat(Invoke.with(handler, StreamBatches.of(records))).isEqualTo(ALL_WELL);
        assertThat(bus.calls()).containsExactly(2, 2, 1);
    }

    /** The bus may take the second entry of a call and refuse the first. */
    @Test
    void changesOfOneItem_areNotInOneCall_soThatTheyStayInOrder() {
        String first = record(1, "INSERT", KEYS, "", item("a", "b"), "");
        String second = record(2, "REMOVE", KEYS, item("a", "b"), "", "");

        Invoke.with(handler, StreamBatches.of(first, second));
        assertThat(bus.calls()).containsExactly(1, 1);
        assertThat(published()).containsExactly(1, 2);
    }

    @Test
    void forwarder_withoutItsSource_cannotBeMade() {
        assertThatThrownBy(() -> new StreamForwarderHandler(TestPlatform.over(bus)
                        .with(EventPublisher.BUS_SETTING, "suite-bus")
                        .platform()))
                .hasMessage("missing settings: STREAM_SOURCE");
    }
}
