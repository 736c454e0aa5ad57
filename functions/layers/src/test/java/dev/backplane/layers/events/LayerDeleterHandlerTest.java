package dev.backplane.layers.events;

import static dev.backplane.layers.events.QueueBatches.batch;
import static dev.backplane.layers.events.StreamBatches.item;
import static dev.backplane.layers.events.StreamBatches.keys;
import static dev.backplane.layers.events.StreamBatches.record;
import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.layers.store.StoreFixture.arn;
import static dev.backplane.layers.store.StoreFixture.id;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.layers.RegisterOutcome;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.RemovedLayer;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class LayerDeleterHandlerTest {

    private static final String ALL_WELL = "{\"batchItemFailures\":[]}";
    private static final String REGION = "us-west-2";
    private static final String NAME = "requests";
    private static final String PK = "lyr#us-west-2.requests";
    private static final String V1 = "lyrVrsn#v1";
    private static final String DELETION = "us-west-2 arn:aws:lambda:us-west-2:000000000000:layer:requests:1";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private DeleterFixture deleter;
    private StoreFixture stores;
    private FakeAws aws;

    @BeforeEach
    void open() {
        deleter = new DeleterFixture(DYNAMO);
        stores = deleter.stores;
        aws = deleter.aws;
        stores.registerUpTo(REGION, NAME, 2);
    }

    private String removed(RemovedLayer layer) {
        return record(1, "REMOVE", keys(PK, V1), stores.image(layer), "", "");
    }

    @Test
    void aRemovedRow_hasItsLayerDeletedInItsRegion_andBecomesATombstone() {
        Map<String, String> expected = new HashMap<>(stores.row(PK, V1));
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 1);
        deleter.platform.clock().advance(Duration.ofSeconds(5));

        assertThat(deleter.handle(batch(removed(layer)))).isEqualTo(ALL_WELL);
        assertThat(aws.deletions()).containsExactly(DELETION);
        expected.keySet().removeAll(List.of("dplySts", "exDt", "duGrp", "duDt"));
        expected.put("actr", "system:LayerDeleter");
        expected.put("dltdDt", "2026-01-05T00:00:05.000Z");
        assertThat(stores.row(PK, V1)).isEqualTo(expected);
        assertThat(deleter.bus.events()).isEmpty();
    }

    @Test
    void aVersionThatACallerDeleted_becomesATombstoneOfThatCaller() {
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 1);
        stores.put(layer.row());
        Cause cause = new Cause(Actor.user("ann@example.com"), Optional.of("broken"));
        stores.layers.deleteLayer(StoreFixture.key(REGION, NAME, 1), false, cause);

        assertThat(deleter.handle(batch(removed(layer), removed(layer)))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1))
                .containsKey("dltdDt")
                .containsEntry("actr", "user:ann@example.com")
                .containsEntry("rsn", "broken");
        assertThat(stores.row("lyrDlt#us-west-2.requests", V1))
                .containsEntry(
                        "exDt", "N " + TestClock.START.plus(Duration.ofDays(90)).getEpochSecond())
                .doesNotContainKeys("pckg", "rgn", "dplySts");
    }

    /** TTL or an operator deletes the row. The reason of its deprecation is not the reason of its deletion. */
    @Test
    void aVersionThatNoCallerDeleted_becomesATombstoneOfTheFunction() {
        stores.layers.insertLayer(
                StoreFixture.request(REGION, NAME, 3), new Cause(Actor.client("ci"), Optional.of("release")));
        assertThat(stores.row(PK, "lyrVrsn#v2")).containsEntry("rsn", "release");
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 2);
        deleter.handle(batch(record(1, "REMOVE", keys(PK, "lyrVrsn#v2"), stores.image(layer), "", "")));

        assertThat(stores.row(PK, "lyrVrsn#v2"))
                .containsEntry("actr", "system:LayerDeleter")
                .doesNotContainKey("rsn");
    }

    @Test
    void theSameEventFiveTimes_givesOneTombstone_thatStaysAsItIs() {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        deleter.handle(batch(event, event));
        Map<String, String> tombstone = stores.row(PK, V1);
        deleter.platform.clock().advance(Duration.ofHours(1));

        assertThat(deleter.handle(batch(event, event, event))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1)).isEqualTo(tombstone);
        assertThat(aws.deletions()).containsExactly(DELETION);
        stores.checkInvariants(REGION, NAME, 2);
    }

    @Test
    void aLayerThatIsGoneAlready_countsAsDeleted() {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.answer(404, "ResourceNotFoundException");

        assertThat(deleter.handle(batch(event))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1)).containsKey("dltdDt");
    }

    @Test
    void aLateEvent_forARowThatIsBackWithTheSameLayer_touchesNeither() {
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 1);
        stores.put(layer.row());
        Map<String, String> live = stores.row(PK, V1);

        assertThat(deleter.handle(batch(removed(layer)))).isEqualTo(ALL_WELL);
        assertThat(aws.deletions()).isEmpty();
        assertThat(stores.row(PK, V1)).isEqualTo(live);
    }

    @Test
    void aLateEvent_forAKeyThatAnotherLayerHas_deletesTheOldLayerOnly() {
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 1);
        stores.put(stores.withArn(layer.row(), arn(REGION, NAME, 99)));
        Map<String, String> live = stores.row(PK, V1);

        assertThat(deleter.handle(batch(removed(layer)))).isEqualTo(ALL_WELL);
        assertThat(aws.deletions()).containsExactly(DELETION);
        assertThat(stores.row(PK, V1)).isEqualTo(live);
    }

    /** Written between the look at the table and the tombstone. */
    @Test
    void aRowThatIsWrittenMeanwhile_isNotOverwritten() {
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 1);
        aws.whenAsked(() -> stores.put(stores.withArn(layer.row(), arn(REGION, NAME, 99))));

        assertThat(deleter.handle(batch(removed(layer)))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1))
                .containsEntry("arn", arn(REGION, NAME, 99).value())
                .doesNotContainKey("dltdDt");
    }

    @Test
    void aLatestThatWasRemovedByHand_isNotTheLatestAnyMore() {
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 2);
        String event = record(1, "REMOVE", keys(PK, "lyrVrsn#v2"), stores.image(layer), "", "");

        assertThat(deleter.handle(batch(event))).isEqualTo(ALL_WELL);
        assertThat(stores.layers.getLatestInRegion(id(REGION, NAME))).isEmpty();
        assertThat(stores.register(REGION, NAME, 3).version()).isEqualTo(3);
    }

    /** A time that is set by hand lets TTL remove a tombstone. */
    @Test
    void aTombstoneThatIsRemoved_isRestored_soThatItsArnIsNotBeingDeletedForever() {
        stores.writeTombstone(REGION, NAME, 1);
        Map<String, String> tombstone = stores.row(PK, V1);
        RemovedLayer removed = stores.removeByHand(REGION, NAME, 1);
        assertThatExceptionOfType(Unavailable.class)
                .isThrownBy(() -> stores.layers.insertLayer(StoreFixture.request(REGION, NAME, 1), CAUSE));
        Map<String, AttributeValue> row = new HashMap<>(removed.row().attributes());
        row.put("exDt", AttributeValue.fromN("1"));
        RemovedLayer expired = RemovedLayer.of(new Item(row)).orElseThrow();
        deleter.platform.clock().advance(Duration.ofHours(1));

        assertThat(deleter.handle(batch(removed(expired), removed(expired)))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1)).isEqualTo(tombstone);
        assertThat(aws.deletions()).isEmpty();
        assertThat(stores.layers.insertLayer(StoreFixture.request(REGION, NAME, 1), CAUSE))
                .isInstanceOf(RegisterOutcome.AlreadyRegistered.class);
    }

    @Test
    void aRowByHandWithTheArnOfALiveVersion_leavesATombstone_andKeepsTheLayer() {
        stores.register(REGION, "other", 1);
        RemovedLayer other = stores.removeByHand(REGION, "other", 1);
        stores.put(stores.withArn(other.row(), arn(REGION, NAME, 1)));
        RemovedLayer copy = stores.removeByHand(REGION, "other", 1);
        String event = record(1, "REMOVE", keys("lyr#us-west-2.other", V1), stores.image(copy), "", "");

        assertThat(deleter.handle(batch(event))).isEqualTo(ALL_WELL);
        assertThat(aws.deletions()).isEmpty();
        assertThat(stores.row("lyr#us-west-2.other", V1)).containsKey("dltdDt");

        assertThat(deleter.handle(batch(removed(stores.removeByHand(REGION, NAME, 1)))))
                .isEqualTo(ALL_WELL);
        assertThat(aws.deletions()).containsExactly(DELETION);
    }

    @Test
    void aRowByHandWithTheArnOfADeletedVersion_hasItsLayerDeleted() {
        stores.register(REGION, "other", 1);
        RemovedLayer other = stores.removeByHand(REGION, "other", 1);
        stores.put(stores.withArn(other.row(), arn(REGION, NAME, 1)));
        stores.writeTombstone(REGION, NAME, 1);
        RemovedLayer copy = stores.removeByHand(REGION, "other", 1);
        String event = record(1, "REMOVE", keys("lyr#us-west-2.other", V1), stores.image(copy), "", "");

        assertThat(deleter.handle(batch(event))).isEqualTo(ALL_WELL);
        assertThat(aws.deletions()).containsExactly(DELETION);
    }

    @Test
    void otherRowsAndChanges_needNothing() {
        List<String> records = List.of(
                record(1, "REMOVE", keys(PK, "lyrVrsn0#"), item("pk", PK, "sk", "lyrVrsn0#", "arn", "x"), "", ""),
                record(2, "REMOVE", keys("bld#v1", "pckg#x"), item("pk", "bld#v1", "sk", "pckg#x"), "", ""),
                record(3, "INSERT", keys(PK, V1), "", item("pk", PK, "sk", V1, "dplySts", "latest"), ""));
        int rows = stores.rows().size();

        assertThat(deleter.handle(batch(records.toArray(String[]::new)))).isEqualTo(ALL_WELL);
        assertThat(aws.deletions()).isEmpty();
        assertThat(stores.rows()).hasSize(rows);
    }

    @Test
    void aMessageThatCannotBeRead_failsAlone() {
        String good = removed(stores.removeByHand(REGION, NAME, 1));
        String bad = "{\"messageId\":\"bad\",\"body\":\"not json\",\"attributes\":{}}";
        String answer = deleter.handle(batch(good).replace("{\"Records\":[", "{\"Records\":[" + bad + ","));

        assertThatJson(answer).isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"bad\"}]}");
        assertThat(stores.row(PK, V1)).containsKey("dltdDt");
        assertThat(deleter.platform.lines().getFirst()).contains("message that is not JSON");
    }

    @Test
    void regions_areEachCalledWhereTheyAre() {
        stores.registerUpTo("eu-north-1", NAME, 2);
        RemovedLayer layer = stores.removeByHand("eu-north-1", NAME, 1);
        String event = record(1, "REMOVE", keys("lyr#eu-north-1.requests", V1), stores.image(layer), "", "");

        deleter.handle(batch(removed(stores.removeByHand(REGION, NAME, 1)), event));
        assertThat(aws.deletions())
                .containsExactly(DELETION, "eu-north-1 arn:aws:lambda:eu-north-1:000000000000:layer:requests:1");
    }
}
