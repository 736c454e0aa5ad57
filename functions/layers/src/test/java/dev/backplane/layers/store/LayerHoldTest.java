package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.layers.store.StoreFixture.EXPIRY;
import static dev.backplane.layers.store.StoreFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.ChangeOutcome;
import dev.backplane.layers.ChangeOutcome.Reason;
import dev.backplane.layers.DeleteOutcome;
import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds, and changes of the expiry. */
class LayerHoldTest {

    private static final String REGION = "us-east-1";
    private static final String NAME = "requests";
    private static final String PK = "lyr#us-east-1.requests";
    private static final Cause ANN = new Cause(Actor.user("ann@example.com"), Optional.of("audit"));
    private static final Instant END = TestClock.START.plus(EXPIRY);

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.registerUpTo(REGION, NAME, 3);
    }

    private static Instant in(int days) {
        return TestClock.START.plus(Duration.ofDays(days));
    }

    private ChangeOutcome hold(int version, Optional<Instant> until) {
        return stores.layers.hold(key(REGION, NAME, version), until, ANN);
    }

    private Layer held(int version, Optional<Instant> until) {
        return changed(hold(version, until));
    }

    private ChangeOutcome expireAt(int version, Instant date) {
        return stores.layers.expireAt(key(REGION, NAME, version), date, ANN);
    }

    private static Layer changed(ChangeOutcome outcome) {
        assertThat(outcome).isInstanceOf(ChangeOutcome.Changed.class);
        return ((ChangeOutcome.Changed) outcome).layer();
    }

    private static ChangeOutcome refused(Reason reason) {
        return new ChangeOutcome.Refused(reason);
    }

    private Map<String, String> row(int version) {
        return stores.row(PK, "lyrVrsn#v" + version);
    }

    @Test
    void aHold_isRecordedInTheRow_andTakesItsExpiry() {
        Layer layer = held(1, Optional.empty());

        assertThat(layer).isEqualTo(stores.version(REGION, NAME, 1));
        assertThat(row(1))
                .containsEntry("hldDt", "2026-01-05T00:00:00.000Z")
                .containsEntry("hldExDt", "N " + END.getEpochSecond())
                .containsEntry("hldActr", "user:ann@example.com")
                .containsEntry("hldRsn", "audit")
                .containsEntry("actr", "user:ann@example.com")
                .doesNotContainKeys("exDt", "hldUntl", "duGrp", "duDt", "exWrn");
    }

    @Test
    void aHoldWithAnEnd_isDueThen_andMovesTheExpiry() {
        held(1, Optional.of(in(5)));
        held(2, Optional.of(in(100)));

        assertThat(row(1))
                .containsEntry("hldUntl", "N " + in(5).getEpochSecond())
                .containsEntry("exDt", "N " + END.getEpochSecond())
                .containsEntry("duDt", "2026-01-10T00:00:00.000Z");
        assertThat(row(2)).containsEntry("exDt", "N " + in(107).getEpochSecond());
    }

    @Test
    void aHeldVersion_isNotDeleted_beItDeprecatedOrTheLatest() {
        held(1, Optional.empty());
        held(3, Optional.of(in(1)));

        assertThat(stores.layers.deleteLayer(key(REGION, NAME, 1), false, CAUSE))
                .isEqualTo(new DeleteOutcome.Held());
        assertThat(stores.layers.deleteLayer(key(REGION, NAME, 3), false, CAUSE))
                .isEqualTo(new DeleteOutcome.Held());
        assertThat(stores.layers.deleteLayer(key(REGION, NAME, 3), true, CAUSE)).isEqualTo(new DeleteOutcome.Held());
        stores.checkInvariants(REGION, NAME, 3, 1);
    }

    @Test
    void aHoldThatHasEnded_letsTheVersionBeDeleted_evenBeforeTheSweep() {
        held(1, Optional.of(in(1)));
        stores.clock.advance(Duration.ofDays(1));

        assertThat(stores.layers.deleteLayer(key(REGION, NAME, 1), false, CAUSE))
                .isEqualTo(new DeleteOutcome.Deleted(Optional.empty()));
    }

    @Test
    void aRelease_givesTheExpiryBack_andDoesNothingTheSecondTime() {
        held(1, Optional.empty());
        Layer released = changed(stores.layers.release(key(REGION, NAME, 1), CAUSE));
        Map<String, String> row = row(1);

        assertThat(released.expires()).contains(END);
        assertThat(row)
                .doesNotContainKeys("hldDt", "hldExDt", "hldActr", "hldRsn")
                .containsKeys("duGrp", "duDt");
        assertThat(changed(stores.layers.release(key(REGION, NAME, 1), ANN))).isEqualTo(released);
        assertThat(row(1)).isEqualTo(row);
    }

    @Test
    void theLatest_heldWhileItIsReplaced_doesNotExpire() {
        held(3, Optional.empty());
        stores.register(REGION, NAME, 4);

        assertThat(row(3))
                .containsEntry("dplySts", "deprecated")
                .containsEntry("hldExDt", "N " + END.getEpochSecond())
                .containsKey("hldDt")
                .doesNotContainKey("exDt");
        stores.clock.set(in(59));
        assertThat(changed(stores.layers.release(key(REGION, NAME, 3), CAUSE)).expires())
                .contains(in(66));
    }

    @Test
    void theLatest_heldUntilATimeWhileItIsReplaced_expiresSevenDaysAfterThatTime() {
        held(3, Optional.of(in(90)));
        stores.register(REGION, NAME, 4);

        assertThat(row(3)).containsEntry("exDt", "N " + in(97).getEpochSecond());
    }

    @Test
    void aHeldVersion_thatIsPromoted_staysHeld_withoutAnExpiry() {
        held(2, Optional.of(in(90)));
        assertThat(stores.layers.deleteLayer(key(REGION, NAME, 3), true, CAUSE))
                .isEqualTo(new DeleteOutcome.Deleted(Optional.of(2L)));

        Layer promoted = stores.version(REGION, NAME, 2);
        assertThat(promoted.status()).isEqualTo(DeployStatus.LATEST);
        assertThat(promoted.expires()).isEmpty();
        assertThat(promoted.lifetime().isHeld(in(89))).isTrue();
        assertThat(row(2)).containsEntry("duDt", "2026-04-05T00:00:00.000Z").doesNotContainKey("hldExDt");
    }

    @Test
    void whatIsGoneOrEnds_cannotBeHeld() {
        stores.clock.set(END);
        assertThat(hold(1, Optional.empty())).isEqualTo(refused(Reason.LAYER_EXPIRED));
        assertThat(hold(9, Optional.empty())).isEqualTo(new ChangeOutcome.NotFound());
        RemovedLayer removed = stores.removeByHand(REGION, NAME, 1);
        assertThat(hold(1, Optional.empty())).isEqualTo(new ChangeOutcome.NotFound());
        stores.tombstones.giveUp(removed, "AccessDeniedException");
        assertThat(hold(1, Optional.empty())).isEqualTo(refused(Reason.DELETE_FAILED));
        stores.tombstones.write(removed);
        assertThat(hold(1, Optional.empty())).isEqualTo(refused(Reason.ALREADY_DELETED));
        assertThat(stores.layers.release(key(REGION, NAME, 1), CAUSE)).isEqualTo(refused(Reason.ALREADY_DELETED));
    }

    @Test
    void aTombstone_hasNothingOfAHoldThatHasEnded() {
        held(1, Optional.of(in(1)));
        stores.clock.advance(Duration.ofDays(2));
        stores.tombstones.write(stores.removeByHand(REGION, NAME, 1));

        assertThat(row(1).keySet()).noneMatch(name -> name.startsWith("hld") || name.startsWith("du"));
    }

    @Test
    void anExpiry_canBeExtendedAndShortened() {
        assertThat(changed(expireAt(1, in(365))).expires()).contains(in(365));
        assertThat(row(1))
                .containsEntry("exDt", "N " + in(365).getEpochSecond())
                .containsEntry("duDt", "2026-12-06T00:00:00.000Z")
                .containsEntry("actr", "user:ann@example.com");
        assertThat(changed(expireAt(1, in(3)))).isEqualTo(stores.version(REGION, NAME, 1));
        assertThat(row(1)).containsEntry("exWrn", "N 7").containsEntry("duDt", "2026-01-07T00:00:00.000Z");
    }

    @Test
    void theSameExpiryAgain_writesNothing() {
        Map<String, String> row = row(1);
        changed(expireAt(1, END));

        assertThat(row(1)).isEqualTo(row);
    }

    @Test
    void anExpiry_canOnlyBeChangedIfThereIsOne() {
        held(1, Optional.of(in(5)));

        assertThat(expireAt(3, in(1))).isEqualTo(refused(Reason.LATEST_VERSION));
        assertThat(expireAt(1, in(1))).isEqualTo(refused(Reason.LAYER_HELD));
        assertThat(expireAt(9, in(1))).isEqualTo(new ChangeOutcome.NotFound());
        stores.writeTombstone(REGION, NAME, 2);
        assertThat(expireAt(2, in(1))).isEqualTo(refused(Reason.ALREADY_DELETED));
        stores.clock.set(END);
        stores.register(REGION, NAME, 4);
        assertThat(expireAt(1, in(90))).isEqualTo(refused(Reason.LAYER_EXPIRED));
    }
}
