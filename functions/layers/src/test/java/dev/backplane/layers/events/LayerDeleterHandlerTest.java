package dev.backplane.layers.events;

import static dev.backplane.layers.events.QueueBatches.batch;
import static dev.backplane.layers.events.StreamBatches.item;
import static dev.backplane.layers.events.StreamBatches.keys;
import static dev.backplane.layers.events.StreamBatches.record;
import static dev.backplane.layers.store.StoreFixture.arn;
import static dev.backplane.layers.store.StoreFixture.id;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.RemovedLayer;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.testing.DynamoLocal;
import dev.backplane.platform.testing.Invoke;
import dev.backplane.platform.testing.RecordingBus;
import dev.backplane.platform.testing.TestPlatform;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerDeleterHandlerTest {

    private static final String ALL_WELL = "{\"batchItemFailures\":[]}";
    private static final String FIRST_FAILED = "{\"batchItemFailures\":[{\"itemIdentifier\":\"m-0\"}]}";
    private static final String REGION = "us-west-2";
    private static final String NAME = "requests";
    private static final String PK = "lyr#us-west-2.requests";
    private static final String V1 = "lyrVrsn#v1";
    private static final String DELETION = "us-west-2 arn:aws:lambda:us-west-2:000000000000:layer:requests:1";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;
    private RecordingBus bus;
    private FakeAws aws;
    private TestPlatform platform;
    private LayerDeleterHandler handler;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        bus = new RecordingBus();
        aws = new FakeAws(DYNAMO.aws().http(), bus);
        AwsConnection connection = new AwsConnection(
                aws,
                DYNAMO.aws().credentials(),
                DYNAMO.aws().region(),
                DYNAMO.aws().endpoint());
        platform = new TestPlatform(
                Map.of(LayersSettings.LAYER_TABLE, DYNAMO.table(LayerStore.TABLE), EventPublisher.BUS_SETTING, "bus"),
                connection);
        handler = new LayerDeleterHandler(platform.platform());
        stores.registerUpTo(REGION, NAME, 2);
    }

    private String removed(RemovedLayer layer) {
        return record(1, "REMOVE", keys(PK, V1), stores.image(layer), "", "");
    }

    @Test
    void aRemovedRow_hasItsLayerDeletedInItsRegion_andBecomesATombstone() {
        Map<String, String> expected = new HashMap<>(stores.row(PK, V1));
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 1);
        platform.clock().advance(Duration.ofSeconds(5));

        assertThat(Invoke.with(handler, batch(removed(layer)))).isEqualTo(ALL_WELL);
        assertThat(aws.deletions()).containsExactly(DELETION);
        expected.remove("dplySts");
        expected.remove("exDt");
        expected.put("dltdDt", "2026-01-05T00:00:05.000Z");
        assertThat(stores.row(PK, V1)).isEqualTo(expected);
        assertThat(bus.events()).isEmpty();
    }

    @Test
    void theSameEventFiveTimes_givesOneTombstone_thatStaysAsItIs() {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        Invoke.with(handler, batch(event, event));
        Map<String, String> tombstone = stores.row(PK, V1);
        platform.clock().advance(Duration.ofHours(1));

        assertThat(Invoke.with(handler, batch(event, event, event))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1)).isEqualTo(tombstone);
        assertThat(aws.deletions()).containsExactly(DELETION);
        stores.checkInvariants(REGION, NAME, 2);
    }

    @ParameterizedTest
    @CsvSource({
        "429, TooManyRequestsException",
        "400, ThrottlingException",
        "500, ServiceException",
        "503, ServiceUnavailable",
        "403, ExpiredTokenException"
    })
    void aPassingFailure_isTriedAgain_withoutATombstone(int status, String code) {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.answer(status, code);

        assertThat(Invoke.with(handler, batch(event))).isEqualTo(FIRST_FAILED);
        assertThat(stores.row(PK, V1)).isEmpty();
        assertThat(bus.events()).isEmpty();

        aws.answer(204, "");
        assertThat(Invoke.with(handler, batch(event))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1)).containsKey("dltdDt");
    }

    @ParameterizedTest
    @CsvSource({"403, AccessDeniedException", "403, UnrecognizedClientException", "400, InvalidParameterValueException"
    })
    void aRefusalForGood_isTold_andTheMessageFailsWithoutATombstone(int status, String code) {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.answer(status, code);

        assertThat(Invoke.with(handler, batch(event))).isEqualTo(FIRST_FAILED);
        assertThat(stores.row(PK, V1)).isEmpty();
        assertThat(bus.events())
                .containsExactly(new RecordingBus.Event(
                        "bus",
                        "backplane.layers",
                        "LayerDeleteFailed",
                        "{\"eventId\":\"event-1\",\"package\":\"requests\",\"region\":\"us-west-2\",\"layerVersion\":1,"
                                + "\"arn\":\"" + arn(REGION, NAME, 1) + "\",\"reason\":\"" + code + "\"}"));
        assertThat(platform.lines().getLast()).contains("\"outcome\":\"FAULT\"");
    }

    @Test
    void aDeadLetter_thatIsHandedBackOnceTheReasonIsGone_succeeds() {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.answer(403, "AccessDeniedException");
        Invoke.with(handler, batch(event));
        aws.answer(204, "");

        assertThat(Invoke.with(handler, batch(event))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1)).containsKey("dltdDt");
    }

    @Test
    void aLayerThatIsGoneAlready_countsAsDeleted() {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.answer(404, "ResourceNotFoundException");

        assertThat(Invoke.with(handler, batch(event))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1)).containsKey("dltdDt");
    }

    @Test
    void aLateEvent_forARowThatIsBackWithTheSameLayer_touchesNeither() {
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 1);
        stores.put(layer.row());
        Map<String, String> live = stores.row(PK, V1);

        assertThat(Invoke.with(handler, batch(removed(layer)))).isEqualTo(ALL_WELL);
        assertThat(aws.deletions()).isEmpty();
        assertThat(stores.row(PK, V1)).isEqualTo(live);
    }

    @Test
    void aLateEvent_forAKeyThatAnotherLayerHas_deletesTheOldLayerOnly() {
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 1);
        stores.put(stores.withArn(layer.row(), arn(REGION, NAME, 99)));
        Map<String, String> live = stores.row(PK, V1);

        assertThat(Invoke.with(handler, batch(removed(layer)))).isEqualTo(ALL_WELL);
        assertThat(aws.deletions()).containsExactly(DELETION);
        assertThat(stores.row(PK, V1)).isEqualTo(live);
    }

    /** Written between the look at the table and the tombstone. */
    @Test
    void aRowThatIsWrittenMeanwhile_isNotOverwritten() {
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 1);
        aws.whenAsked(() -> stores.put(stores.withArn(layer.row(), arn(REGION, NAME, 99))));

        assertThat(Invoke.with(handler, batch(removed(layer)))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1))
                .containsEntry("arn", arn(REGION, NAME, 99).value())
                .doesNotContainKey("dltdDt");
    }

    @Test
    void aLatestThatWasRemovedByHand_isNotTheLatestAnyMore() {
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 2);
        String event = record(1, "REMOVE", keys(PK, "lyrVrsn#v2"), stores.image(layer), "", "");

        assertThat(Invoke.with(handler, batch(event))).isEqualTo(ALL_WELL);
        assertThat(stores.layers.getLatestInRegion(id(REGION, NAME))).isEmpty();
        assertThat(stores.register(REGION, NAME, 3).version()).isEqualTo(3);
    }

    @Test
    void otherRowsAndChanges_needNothing() {
        List<String> records = List.of(
                record(1, "REMOVE", keys(PK, "lyrVrsn0#"), item("pk", PK, "sk", "lyrVrsn0#", "arn", "x"), "", ""),
                record(2, "REMOVE", keys(PK, V1), item("pk", PK, "sk", V1, "arn", "x", "dltdDt", "x"), "", ""),
                record(3, "REMOVE", keys("bld#v1", "pckg#x"), item("pk", "bld#v1", "sk", "pckg#x"), "", ""),
                record(4, "INSERT", keys(PK, V1), "", item("pk", PK, "sk", V1, "dplySts", "latest"), ""));
        int rows = stores.rows().size();

        assertThat(Invoke.with(handler, batch(records.toArray(String[]::new)))).isEqualTo(ALL_WELL);
        assertThat(aws.deletions()).isEmpty();
        assertThat(stores.rows()).hasSize(rows);
    }

    @Test
    void aMessageThatCannotBeRead_failsAlone() {
        String good = removed(stores.removeByHand(REGION, NAME, 1));
        String bad = "{\"messageId\":\"bad\",\"body\":\"not json\",\"attributes\":{}}";
        String answer = Invoke.with(handler, batch(good).replace("{\"Records\":[", "{\"Records\":[" + bad + ","));

        assertThatJson(answer).isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"bad\"}]}");
        assertThat(stores.row(PK, V1)).containsKey("dltdDt");
        assertThat(platform.lines().getFirst()).contains("a message that is not JSON");
    }

    @Test
    void regions_areEachCalledWhereTheyAre() {
        stores.registerUpTo("eu-north-1", NAME, 2);
        RemovedLayer layer = stores.removeByHand("eu-north-1", NAME, 1);
        String event = record(1, "REMOVE", keys("lyr#eu-north-1.requests", V1), stores.image(layer), "", "");

        Invoke.with(handler, batch(removed(stores.removeByHand(REGION, NAME, 1)), event));
        assertThat(aws.deletions())
                .containsExactly(DELETION, "eu-north-1 arn:aws:lambda:eu-north-1:000000000000:layer:requests:1");
    }
}
