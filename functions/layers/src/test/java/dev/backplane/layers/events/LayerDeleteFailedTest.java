package dev.backplane.layers.events;

import static dev.backplane.layers.events.QueueBatches.batch;
import static dev.backplane.layers.events.StreamBatches.item;
import static dev.backplane.layers.events.StreamBatches.keys;
import static dev.backplane.layers.events.StreamBatches.record;
import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.layers.store.StoreFixture.arn;
import static dev.backplane.layers.store.StoreFixture.key;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.backplane.layers.DeleteOutcome;
import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.RemovedLayer;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.RecordingBus;
import dev.backplane.testing.Threads;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What becomes of a deletion that Lambda does not do.
 */
class LayerDeleteFailedTest {

    private static final String ALL_WELL = "{\"batchItemFailures\":[]}";
    private static final String FIRST_FAILED = "{\"batchItemFailures\":[{\"itemIdentifier\":\"m-0\"}]}";
    private static final String REGION = "us-west-2";
    private static final String NAME = "requests";
    private static final String PK = "lyr#us-west-2.requests";
    private static final String V1 = "lyrVrsn#v1";

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

    @ParameterizedTest
    @CsvSource({
        "429, TooManyRequestsException",
        "500, ServiceException",
        "403, ExpiredTokenException",
        "403, AccessDeniedException"
    })
    void aFailure_isTriedAgain_withoutATombstone(int status, String code) {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.answer(status, code);

        assertThat(deleter.handle(batch(event))).isEqualTo(FIRST_FAILED);
        assertThat(stores.row(PK, V1)).isEmpty();
        assertThat(deleter.platform.lines().getLast()).contains("\"outcome\":\"FAULT\"");

        aws.answer(204, "");
        assertThat(deleter.handle(batch(event))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1)).containsKey("dltdDt");
        assertThat(deleter.bus.events()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "403, AccessDeniedException",
        "403, UnrecognizedClientException",
        "400, InvalidParameterValueException",
        "429, TooManyRequestsException"
    })
    void aFailure_isToldAtTheLastDeliveryOnly_andLeavesANoteInsteadOfATombstone(int status, String code) {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.answer(status, code);

        for (int receives = 4; receives <= 5; receives++) {
            assertThat(deleter.bus.events()).isEmpty();
            assertThat(stores.row(PK, V1)).isEmpty();
            assertThat(deleter.handle(batch(receives, event))).isEqualTo(FIRST_FAILED);
        }
        assertThat(stores.row(PK, V1))
                .containsEntry("dltFldDt", "2026-01-05T00:00:00.000Z")
                .containsEntry("dltFldRsn", code)
                .doesNotContainKeys("dplySts", "exDt", "dltdDt");
        assertThat(deleter.bus.events()).containsExactly(failed(code));
    }

    /** A queue may deliver a message more often than it says, and an operator may hand it back in vain. */
    @Test
    void aNote_followsTheLastFailure_howeverOftenItIsGivenUp() {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.answer(403, "AccessDeniedException");
        deleter.handle(batch(5, event));
        deleter.handle(batch(6, event));
        aws.answer(400, "InvalidParameterValueException");
        deleter.platform.clock().advance(Duration.ofHours(1));
        deleter.handle(batch(5, event));

        assertThat(stores.row(PK, V1))
                .containsEntry("dltFldDt", "2026-01-05T01:00:00.000Z")
                .containsEntry("dltFldRsn", "InvalidParameterValueException");
        assertThat(stores.version(REGION, NAME, 1).status()).isEqualTo(DeployStatus.DELETE_FAILED);
    }

    @Test
    void aDeadLetter_thatIsHandedBack_putsATombstoneInPlaceOfTheNote() {
        Map<String, String> expected = new HashMap<>(stores.row(PK, V1));
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.answer(403, "AccessDeniedException");
        deleter.handle(batch(5, event));
        aws.answer(204, "");

        assertThat(deleter.handle(batch(event))).isEqualTo(ALL_WELL);
        expected.keySet().removeAll(List.of("dplySts", "exDt", "duGrp", "duDt"));
        expected.put("actr", "system:LayerDeleter");
        expected.put("dltdDt", "2026-01-05T00:00:00.000Z");
        assertThat(stores.row(PK, V1)).isEqualTo(expected);
        // The dead letter once more, in vain: a tombstone stays.
        aws.answer(403, "AccessDeniedException");
        assertThat(deleter.handle(batch(5, event))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1)).isEqualTo(expected);
    }

    @Test
    void aDeletionThatIsAskedForAgain_startsFromTheNote() {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.answer(403, "AccessDeniedException");
        deleter.handle(batch(5, event));
        assertThat(stores.layers.deleteLayer(key(REGION, NAME, 1), false, CAUSE))
                .isEqualTo(new DeleteOutcome.Deleted(Optional.empty()));
        assertThat(stores.row(PK, V1)).isEmpty();

        aws.answer(204, "");
        String note = record(
                2,
                "REMOVE",
                keys(PK, V1),
                item(
                        "pk",
                        PK,
                        "sk",
                        V1,
                        "pckg",
                        NAME,
                        "rgn",
                        REGION,
                        "arn",
                        arn(REGION, NAME, 1).value(),
                        "dltFldDt",
                        "x",
                        "dltFldRsn",
                        "y"),
                "",
                "");
        assertThat(deleter.handle(batch(note))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1)).containsKey("dltdDt").doesNotContainKeys("dltFldDt", "dltFldRsn");
    }

    /** Deletions that succeed, that are given up, and that are asked for again, all at once: deleted is the end. */
    @Test
    void notesAndTombstonesAtOnce_endInATombstone() {
        RemovedLayer layer = stores.removeByHand(REGION, NAME, 1);
        Threads.race(16, thread -> {
                    switch (thread % 3) {
                        case 0 -> stores.tombstones.giveUp(layer, "AccessDeniedException");
                        case 1 -> stores.tombstones.write(layer);
                        default -> untilServed(() -> stores.layers.deleteLayer(key(REGION, NAME, 1), false, CAUSE));
                    }
                    return thread;
                })
                .allResults();
        stores.tombstones.write(layer);
        assertThat(stores.version(REGION, NAME, 1).status()).isEqualTo(DeployStatus.DELETED);
        stores.checkInvariants(REGION, NAME, 2);
    }

    private static RecordingBus.Event failed(String reason) {
        return new RecordingBus.Event(
                "bus",
                "backplane.layers",
                "LayerDeleteFailed",
                "{\"eventId\":\"event-1\",\"package\":\"requests\",\"region\":\"us-west-2\",\"layerVersion\":1,"
                        + "\"arn\":\"" + arn(REGION, NAME, 1) + "\",\"reason\":\"" + reason
                        + "\",\"actor\":{\"type\":\"system\",\"id\":\"LayerDeleter\"}}");
    }

    /** As with the ARN of a region that AWS does not have. */
    @Test
    void aRegionWithoutAHost_isToldTheSameWay() {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.unreachable(new UnknownHostException("lambda.us-west-2.amazonaws.com"));

        assertThat(deleter.handle(batch(4, event))).isEqualTo(FIRST_FAILED);
        assertThat(deleter.bus.events()).isEmpty();
        assertThat(deleter.handle(batch(5, event))).isEqualTo(FIRST_FAILED);
        assertThat(deleter.bus.events()).containsExactly(failed("UnknownHostException"));
        assertThat(stores.row(PK, V1)).containsEntry("dltFldRsn", "UnknownHostException");
    }

    @Test
    void aDeadLetter_thatIsHandedBackOnceTheReasonIsGone_succeeds() {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.answer(403, "AccessDeniedException");
        deleter.handle(batch(event));
        aws.answer(204, "");

        assertThat(deleter.handle(batch(event))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1)).containsKey("dltdDt");
    }

    /** Five such messages make a batch, for which the function has 30 seconds. */
    @Test
    void aLambdaThatDoesNotAnswer_isNotWaitedForLong() {
        String event = removed(stores.removeByHand(REGION, NAME, 1));
        aws.whenAsked(() -> LockSupport.parkNanos(Duration.ofSeconds(20).toNanos()));
        Instant start = Instant.now();

        assertThat(deleter.handle(batch(5, event))).isEqualTo(FIRST_FAILED);
        assertThat(start).isCloseTo(Instant.now(), within(15, ChronoUnit.SECONDS));
        assertThat(deleter.bus.events()).containsExactly(failed("ApiCallTimeoutException"));
    }
}
