package dev.backplane.layers.events;

import static dev.backplane.layers.events.QueueBatches.batch;
import static dev.backplane.layers.events.StreamBatches.TTL;
import static dev.backplane.layers.events.StreamBatches.keys;
import static dev.backplane.layers.events.StreamBatches.record;
import static dev.backplane.layers.store.StoreFixture.arn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.DeleteOutcome;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.RemovedLayer;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The second look of the function that deletes layers, at layers that are still in use when they expire. */
class LayerPostponementTest {

    private static final String ALL_WELL = "{\"batchItemFailures\":[]}";
    private static final String FAILED = "{\"batchItemFailures\":[{\"itemIdentifier\":\"m-0\"}]}";
    private static final String REGION = "us-west-2";
    private static final String NAME = "requests";
    private static final String PK = "lyr#us-west-2.requests";
    private static final String V1 = "lyrVrsn#v1";
    private static final String ARN = arn(REGION, NAME, 1).value();

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private DeleterFixture deleter;
    private StoreFixture stores;
    private FakeAws aws;
    private Map<String, String> row;
    private RemovedLayer layer;

    @BeforeEach
    void expire() {
        deleter = new DeleterFixture(DYNAMO);
        stores = deleter.stores;
        aws = deleter.aws;
        stores.registerUpTo(REGION, NAME, 2);
        row = new HashMap<>(stores.row(PK, V1));
        layer = stores.removeByHand(REGION, NAME, 1);
    }

    private String expired() {
        return record(1, "REMOVE", keys(PK, V1), stores.image(layer), "", TTL);
    }

    private Map<String, String> postponedRow() {
        Map<String, String> expected = new HashMap<>(row);
        expected.put("exDt", "N " + TestClock.START.plus(Duration.ofDays(7)).getEpochSecond());
        expected.put("exWrn", "N 7");
        expected.put("duDt", "2026-01-11T00:00:00.000Z");
        expected.put("pstpndDt", "2026-01-05T00:00:00.000Z");
        expected.put("actr", "system:LayerDeleter");
        return expected;
    }

    @Test
    void anExpiredVersionInUse_isPutBackAndExpiresSevenDaysLater() {
        aws.functions().version("report", "1", ARN).alias("report", "live", "1");

        assertThat(deleter.handle(batch(expired()))).isEqualTo(ALL_WELL);

        assertThat(stores.row(PK, V1)).isEqualTo(postponedRow());
        assertThat(aws.deletions()).isEmpty();
        stores.checkInvariants(REGION, NAME, 2);
    }

    @Test
    void theSameExpiryAgain_changesNothing() {
        aws.functions().version("report", "$LATEST", ARN);
        deleter.handle(batch(expired()));
        aws.functions().clear();
        deleter.platform.clock().advance(Duration.ofHours(1));

        assertThat(deleter.handle(batch(expired(), expired()))).isEqualTo(ALL_WELL);

        assertThat(stores.row(PK, V1)).isEqualTo(postponedRow());
        assertThat(aws.deletions()).isEmpty();
    }

    @Test
    void anExpiredVersionThatNoFunctionUses_isDeleted() {
        aws.functions().version("report", "1", ARN).version("report", "$LATEST");

        assertThat(deleter.handle(batch(expired()))).isEqualTo(ALL_WELL);

        assertThat(aws.deletions()).containsExactly(REGION + " " + ARN);
        assertThat(stores.row(PK, V1)).containsKey("dltdDt").doesNotContainKey("dplySts");
    }

    /** After the second expiry, the postponement is part of the history of the version. */
    @Test
    void aPostponedVersion_isDeletedWhenItExpiresAgainAndNoFunctionUsesIt() {
        aws.functions().version("report", "$LATEST", ARN);
        deleter.handle(batch(expired()));
        aws.functions().clear();
        layer = stores.removeByHand(REGION, NAME, 1);

        assertThat(deleter.handle(batch(expired()))).isEqualTo(ALL_WELL);

        assertThat(aws.deletions()).containsExactly(REGION + " " + ARN);
        assertThat(stores.row(PK, V1)).containsKeys("dltdDt", "pstpndDt").doesNotContainKey("exDt");
    }

    @Test
    void aVersionThatACallerDeleted_isDeletedEvenIfItIsInUse() {
        aws.functions().version("report", "$LATEST", ARN);

        deleter.handle(batch(record(1, "REMOVE", keys(PK, V1), stores.image(layer), "", "")));

        assertThat(aws.deletions()).hasSize(1);
        assertThat(aws.functions().calls()).isEmpty();
    }

    @Test
    void withoutTheCheck_anExpiredVersionIsDeletedAsBefore() {
        deleter.withoutUsage();
        aws.functions().version("report", "$LATEST", ARN);

        assertThat(deleter.handle(batch(expired()))).isEqualTo(ALL_WELL);

        assertThat(aws.deletions()).hasSize(1);
        assertThat(aws.functions().calls()).isEmpty();
    }

    @Test
    void whenLambdaCannotBeAsked_theLayerIsNotDeleted_andTheMessageIsDeliveredAgain() {
        aws.functions().answer(500, "ServiceException");
        assertThat(deleter.handle(batch(expired()))).isEqualTo(FAILED);
        assertThat(stores.row(PK, V1)).isEmpty();
        assertThat(aws.deletions()).isEmpty();

        aws.functions().answer(200, "");
        assertThat(deleter.handle(batch(2, expired()))).isEqualTo(ALL_WELL);
        assertThat(aws.deletions()).hasSize(1);
    }

    @Test
    void whenLambdaCannotBeAskedAtTheLastDelivery_theDeletionIsGivenUp_andCanBeRepeated() {
        aws.functions().answer(403, "AccessDeniedException");
        assertThat(deleter.handle(batch(5, expired()))).isEqualTo(FAILED);
        assertThat(stores.row(PK, V1)).containsEntry("dltFldRsn", "AccessDeniedException");
        assertThat(deleter.bus.events())
                .singleElement()
                .satisfies(event -> assertThat(event.type()).isEqualTo("LayerDeleteFailed"));
        assertThat(aws.deletions()).isEmpty();

        aws.functions().answer(200, "");
        aws.functions().version("report", "$LATEST", ARN);
        assertThat(deleter.handle(batch(expired()))).isEqualTo(ALL_WELL);
        assertThat(stores.row(PK, V1)).isEqualTo(postponedRow());
    }

    /** Two deliveries of one expiry, of which the slower one saw the function after it stopped using the layer. */
    @Test
    void aRowThatWasPutBackWhileLambdaWasAsked_isKept() {
        aws.functions().version("other", "$LATEST").whenAsked(_ -> stores.tombstones.postpone(layer));

        assertThat(deleter.handle(batch(expired()))).isEqualTo(ALL_WELL);

        assertThat(stores.row(PK, V1)).containsEntry("dplySts", "deprecated");
        assertThat(aws.deletions()).isEmpty();
    }

    @Test
    void underTheKeyOfAnotherLayer_aLayerInUseIsKeptAsItIs() {
        aws.functions().version("report", "$LATEST", ARN);
        stores.put(stores.withArn(layer.row(), arn(REGION, NAME, 9)));
        Map<String, String> other = stores.row(PK, V1);

        assertThat(deleter.handle(batch(expired()))).isEqualTo(ALL_WELL);

        assertThat(stores.row(PK, V1)).isEqualTo(other);
        assertThat(aws.deletions()).isEmpty();
    }

    @Test
    void anExpiryDeliveredAgain_afterACallerDeletedTheVersion_doesNotPutItBack() {
        aws.functions().version("report", "$LATEST", ARN);
        assertThat(deleter.handle(batch(expired()))).isEqualTo(ALL_WELL);
        assertThat(stores.layers.deleteLayer(StoreFixture.key(REGION, NAME, 1), false, StoreFixture.CAUSE))
                .isEqualTo(new DeleteOutcome.Deleted(Optional.empty()));

        assertThat(deleter.handle(batch(expired()))).isEqualTo(ALL_WELL);

        assertThat(stores.row(PK, V1)).isEmpty();
        assertThat(aws.deletions()).isEmpty();
    }

    @Test
    void aHeldVersionThatExpired_isPutBackUnderItsHold() {
        stores.put(layer.row());
        stores.layers.hold(StoreFixture.key(REGION, NAME, 1), Optional.empty(), StoreFixture.CAUSE);
        Map<String, AttributeValue> edited =
                new HashMap<>(stores.removeByHand(REGION, NAME, 1).row().attributes());
        edited.put("exDt", AttributeValue.fromN("100"));
        layer = RemovedLayer.of(new Item(edited)).orElseThrow();

        assertThat(deleter.handle(batch(expired()))).isEqualTo(ALL_WELL);

        assertThat(stores.row(PK, V1))
                .containsEntry("dplySts", "deprecated")
                .containsKey("hldDt")
                .doesNotContainKeys("exDt", "duDt");
        assertThat(aws.deletions()).isEmpty();
    }
}
