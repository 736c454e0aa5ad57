package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.layers.store.StoreFixture.EXPIRY;
import static dev.backplane.layers.store.StoreFixture.arn;
import static dev.backplane.layers.store.StoreFixture.id;
import static dev.backplane.layers.store.StoreFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.layers.DeleteOutcome;
import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LayerDeleteTest {

    private static final String REGION = "us-east-1";
    private static final String NAME = "requests";
    private static final String PK = "lyr#us-east-1.requests";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private DeleteOutcome delete(long version, boolean promotePrevious) {
        return stores.layers.deleteLayer(key(REGION, NAME, version), promotePrevious, CAUSE);
    }

    private static DeleteOutcome deleted() {
        return new DeleteOutcome.Deleted(Optional.empty());
    }

    private static DeleteOutcome promoted(long version) {
        return new DeleteOutcome.Deleted(Optional.of(version));
    }

    @Test
    void aDeprecatedVersion_isTakenAway() {
        stores.registerUpTo(REGION, NAME, 2);

        assertThat(delete(1, false)).isEqualTo(deleted());
        assertThat(stores.row(PK, "lyrVrsn#v1")).isEmpty();
        assertThat(stores.layers
                        .getLatestInRegion(id(REGION, NAME))
                        .orElseThrow()
                        .version())
                .isEqualTo(2);
    }

    @Test
    void aDeprecatedVersion_isJustTakenAway_evenIfAPromotionWasAskedFor() {
        stores.registerUpTo(REGION, NAME, 3);

        assertThat(delete(2, true)).isEqualTo(deleted());
        assertThat(stores.version(REGION, NAME, 1).status()).isEqualTo(DeployStatus.DEPRECATED);
        assertThat(stores.version(REGION, NAME, 3).status()).isEqualTo(DeployStatus.LATEST);
    }

    @Test
    void theLatestVersion_isNotTakenAway() {
        stores.registerUpTo(REGION, NAME, 2);

        assertThat(delete(2, false)).isEqualTo(new DeleteOutcome.LatestVersion());
        stores.checkInvariants(REGION, NAME, 2);
    }

    @Test
    void aVersionThatNeverWas_isNotFound() {
        assertThat(delete(1, false)).isEqualTo(new DeleteOutcome.NotFound());
        stores.registerUpTo(REGION, NAME, 2);
        assertThat(delete(3, false)).isEqualTo(new DeleteOutcome.NotFound());
        assertThat(delete(3, true)).isEqualTo(new DeleteOutcome.NotFound());
    }

    @Test
    void aVersionThatIsDeleted_isDeletedAlready_beforeAndAfterItsTombstone() {
        stores.registerUpTo(REGION, NAME, 2);
        RemovedLayer removed = stores.removeByHand(REGION, NAME, 1);

        assertThat(delete(1, false)).isEqualTo(new DeleteOutcome.AlreadyDeleted());
        stores.tombstones.write(removed);
        assertThat(delete(1, false)).isEqualTo(new DeleteOutcome.AlreadyDeleted());
        assertThat(delete(1, true)).isEqualTo(new DeleteOutcome.AlreadyDeleted());
        stores.checkInvariants(REGION, NAME, 2);
    }

    @Test
    void theLatest_withPromotion_hasTheOneBeforeTakeItsPlace() {
        stores.registerUpTo(REGION, NAME, 3);
        Layer before = stores.version(REGION, NAME, 2);

        assertThat(delete(3, true)).isEqualTo(promoted(2));
        assertThat(stores.version(REGION, NAME, 2)).isEqualTo(before.promoted());
        assertThat(stores.row(PK, "lyrVrsn#v2"))
                .containsEntry("dplySts", "latest")
                .doesNotContainKey("exDt");
        assertThat(stores.row(PK, "lyrVrsn#v3")).isEmpty();
        assertThat(stores.row(PK, "lyrVrsn0#"))
                .containsAllEntriesOf(Map.of(
                        "lyrVrsn", "N 2",
                        "maxVrsn", "N 3",
                        "arn", arn(REGION, NAME, 2).value(),
                        "pckgVrsn", "1.0.2",
                        "rqrmntsTxt", "requests==1.0.2\n"));
        assertThat(stores.layers.getLatestInRegion(id(REGION, NAME))).contains(before.promoted());
    }

    @Test
    void afterAPromotion_theNextVersionGetsANewNumber_andThePromotedOneIsDeprecated() {
        stores.registerUpTo(REGION, NAME, 3);
        delete(3, true);

        assertThat(stores.register(REGION, NAME, 4).version()).isEqualTo(4);
        assertThat(stores.version(REGION, NAME, 2).status()).isEqualTo(DeployStatus.DEPRECATED);
        assertThat(stores.version(REGION, NAME, 2).expires()).contains(TestClock.START.plus(EXPIRY));
        assertThat(stores.rowsOfIndex(LayerStore.DEPLOYED_IN_REGION).stream()
                        .filter(row -> row.text("dplySts").equals("latest")))
                .singleElement()
                .satisfies(row -> assertThat(row.number("lyrVrsn")).isEqualTo(4));
    }

    @Test
    void promotion_passesOverDeletedAndMissingVersions() {
        stores.registerUpTo(REGION, NAME, 9);
        for (int version = 3; version <= 7; version++) {
            stores.writeTombstone(REGION, NAME, version);
        }
        stores.removeByHand(REGION, NAME, 8);

        assertThat(delete(9, true)).isEqualTo(promoted(2));
        assertThat(stores.layers
                        .getLatestInRegion(id(REGION, NAME))
                        .orElseThrow()
                        .version())
                .isEqualTo(2);
    }

    @Test
    void promotion_doesNotBringBackAnExpiredVersion() {
        stores.registerUpTo(REGION, NAME, 2);
        stores.clock.advance(EXPIRY);

        assertThat(delete(2, true)).isEqualTo(new DeleteOutcome.NoPromotableVersion());
        stores.checkInvariants(REGION, NAME, 2);
    }

    @Test
    void promotion_takesAVersionUntilTheSecondItExpires() {
        stores.registerUpTo(REGION, NAME, 2);
        stores.clock.advance(EXPIRY.minus(Duration.ofSeconds(1)));

        assertThat(delete(2, true)).isEqualTo(promoted(1));
    }

    @Test
    void theOnlyVersion_withPromotion_isNotTakenAway() {
        stores.registerUpTo(REGION, NAME, 1);

        assertThat(delete(1, true)).isEqualTo(new DeleteOutcome.NoPromotableVersion());
        stores.checkInvariants(REGION, NAME, 1);
    }

    @Test
    void promotion_ofARegion_takesNoVersionOfAnother() {
        stores.registerUpTo("eu-west-1", NAME, 4);
        stores.registerUpTo(REGION, NAME, 3);
        stores.writeTombstone(REGION, NAME, 2);
        stores.writeTombstone(REGION, NAME, 1);

        assertThat(delete(3, true)).isEqualTo(new DeleteOutcome.NoPromotableVersion());
    }

    /** What the index tells of is no longer there: for a while that may be so, and then it is there no more. */
    @Test
    void promotion_whenTheIndexTellsOfWhatIsGone_isForLater() {
        int count = Predecessors.NEAR + 3;
        stores.registerUpTo(REGION, NAME, count);
        for (int version = 1; version < count; version++) {
            stores.writeTombstone(REGION, NAME, version);
        }
        // A row of this index and of no version, which stands for an entry that outlives its row.
        stores.put(Item.builder()
                .text("pk", "stale#")
                .text("sk", "stale#")
                .text("pckg", NAME)
                .text("rgn", REGION)
                .number("lyrVrsn", 1)
                .text("dplySts", "deprecated")
                .build());

        assertThatThrownBy(() -> delete(count, true))
                .isInstanceOfSatisfying(
                        Unavailable.class, e -> assertThat(e.code()).isEqualTo("CONTENDED"));
        assertThat(stores.version(REGION, NAME, count).status()).isEqualTo(DeployStatus.LATEST);
    }

    /** The index may not know yet what has just changed; the versions next to the latest are read without it. */
    @Test
    void promotion_rightAfterTheOneBeforeWasDeleted_doesNotDependOnTheIndex() {
        stores.registerUpTo(REGION, NAME, 4);
        delete(3, false);
        Meter meter = new Meter();

        assertThat(meter.measure(() -> delete(4, true))).isEqualTo(promoted(2));
        assertThat(meter.calls())
                .as("refusal, pointer, one before, those below, promotion")
                .isEqualTo(5);
    }

    @Test
    void promotion_passesOverAVersionWhoseDeletionWasGivenUp() {
        stores.registerUpTo(REGION, NAME, 3);
        stores.tombstones.giveUp(stores.removeByHand(REGION, NAME, 2), "reason");

        assertThat(delete(3, true)).isEqualTo(promoted(1));
        assertThat(stores.version(REGION, NAME, 2).status()).isEqualTo(DeployStatus.DELETE_FAILED);
    }

    @Test
    void promotion_whenThePointerIsLost_isAFaultThatSaysSo_andNotARace() {
        stores.registerUpTo(REGION, NAME, 2);
        stores.lose(LayerKey.pointer(id(REGION, NAME)));

        assertThatThrownBy(() -> delete(2, true))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("tables.md#pointer-does-not-match");
        assertThat(stores.version(REGION, NAME, 2).status()).isEqualTo(DeployStatus.LATEST);
    }
}
