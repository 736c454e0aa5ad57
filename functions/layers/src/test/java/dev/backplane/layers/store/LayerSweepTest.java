package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.layers.store.StoreFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.Postponement;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LayerSweepTest {

    private static final String REGION = "us-east-1";
    private static final String NAME = "requests";
    private static final Cause SWEEP = Cause.of(Actor.system("LayerExpiry"));

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static Instant in(int days) {
        return TestClock.START.plus(Duration.ofDays(days));
    }

    private LayerSweep.Report sweep(Instant now, Postponement postponement) {
        stores.clock.set(now);
        return stores.sweep(postponement).run(SWEEP, () -> true);
    }

    private int changesAt(Instant now) {
        LayerSweep.Report report = sweep(now, Postponement.NEVER);
        assertThat(report.complete()).isTrue();
        assertThat(report.failures()).isEmpty();
        return report.changes();
    }

    private Map<String, String> row(int version) {
        return stores.row("lyr#us-east-1.requests", "lyrVrsn#v" + version);
    }

    private List<String> dueIndex() {
        return stores.rowsOfIndex(LayerStore.DUE).stream()
                .map(row -> row.text("sk") + " " + row.text("duDt"))
                .toList();
    }

    @Test
    void aVersion_isWarnedOfTwice_checkedOnce_andThenLeftAlone() {
        stores.registerUpTo(REGION, NAME, 2);

        assertThat(changesAt(in(30).minusMillis(1))).isZero();
        assertThat(changesAt(in(30))).isEqualTo(1);
        assertThat(row(1)).containsEntry("exWrn", "N 30").containsEntry("actr", "client:ci");
        assertThat(changesAt(in(52))).isZero();
        assertThat(changesAt(in(53))).isEqualTo(1);
        assertThat(row(1)).containsEntry("exWrn", "N 7");
        assertThat(changesAt(in(59))).isEqualTo(1);
        assertThat(row(1)).containsEntry("exWrn", "N 1").doesNotContainKeys("duGrp", "duDt");
        assertThat(changesAt(in(61))).isZero();
        assertThat(dueIndex()).isEmpty();
    }

    @Test
    void aSweepThatComesLate_makesUpForAllSteps_andAClockThatGoesBackRepeatsNone() {
        stores.registerUpTo(REGION, NAME, 2);

        assertThat(changesAt(in(54))).isEqualTo(2);
        assertThat(changesAt(in(31))).isZero();
        assertThat(changesAt(in(54))).isZero();
        assertThat(row(1)).containsEntry("exWrn", "N 7");
    }

    @Test
    void aHold_endsAtItsTime() {
        stores.registerUpTo(REGION, NAME, 2);
        stores.layers.hold(key(REGION, NAME, 1), Optional.of(in(10)), CAUSE);
        stores.layers.hold(key(REGION, NAME, 2), Optional.of(in(10)), CAUSE);

        assertThat(changesAt(in(9))).isZero();
        assertThat(changesAt(in(10))).isEqualTo(2);
        assertThat(row(1))
                .containsEntry("actr", "system:LayerExpiry")
                .containsEntry("exDt", "N " + in(60).getEpochSecond())
                .doesNotContainKeys("hldDt", "hldUntl", "hldExDt", "hldActr", "hldRsn");
        assertThat(row(2)).containsEntry("dplySts", "latest").doesNotContainKeys("hldDt", "exDt", "duDt");
        assertThat(dueIndex()).containsExactly("lyrVrsn#v1 2026-02-04T00:00:00.000Z");
    }

    @Test
    void theEndOfAHold_andTheWarningOfTheSameTime_areTwoChanges() {
        stores.registerUpTo(REGION, NAME, 2);
        stores.layers.hold(key(REGION, NAME, 1), Optional.of(in(100)), CAUSE);

        assertThat(changesAt(in(77))).isEqualTo(1);
        assertThat(changesAt(in(100))).isEqualTo(2);
        assertThat(row(1)).containsEntry("exWrn", "N 7").doesNotContainKey("hldDt");
    }

    @Test
    void aPostponement_isAskedForOneDayBeforeTheExpiry_andAgainBeforeTheNext() {
        stores.registerUpTo(REGION, NAME, 2);
        changesAt(in(53));
        List<Long> asked = new ArrayList<>();
        Postponement inUse = layer -> {
            asked.add(layer.version());
            return Optional.of(Duration.ofDays(7));
        };

        assertThat(sweep(in(58), inUse).changes()).isZero();
        assertThat(sweep(in(59), inUse).changes()).isEqualTo(1);
        assertThat(row(1)).containsEntry("exDt", "N " + in(67).getEpochSecond());
        assertThat(sweep(in(60), inUse).changes()).isZero();
        assertThat(sweep(in(66), inUse).changes()).isEqualTo(1);
        assertThat(asked).containsExactly(1L, 1L);
        assertThat(row(1)).containsEntry("exDt", "N " + in(74).getEpochSecond());
    }

    @Test
    void aVersionThatFails_doesNotStopTheOthers_andIsTriedAgain() {
        stores.registerUpTo(REGION, NAME, 3);
        changesAt(in(53));
        Postponement failing = layer -> {
            if (layer.version() == 1) {
                throw new IllegalStateException("throttled");
            }
            return Optional.empty();
        };

        LayerSweep.Report report = sweep(in(59), failing);
        assertThat(report.changes()).isEqualTo(1);
        assertThat(report.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure).hasMessage("throttled"));
        assertThat(changesAt(in(59))).isEqualTo(1);
    }

    @Test
    void aSweepWithoutTimeLeft_stops_andTheNextOneGoesOn() {
        stores.registerUpTo(REGION, NAME, 6);
        stores.clock.set(in(30));
        AtomicInteger versions = new AtomicInteger();

        LayerSweep.Report report = stores.sweep(Postponement.NEVER).run(SWEEP, () -> versions.incrementAndGet() <= 2);
        assertThat(report.complete()).isFalse();
        assertThat(report.changes()).isEqualTo(2);
        assertThat(changesAt(in(30))).isEqualTo(3);
    }

    @Test
    void moreVersionsThanAPage_areAllSwept() {
        stores.registerUpTo(REGION, NAME, 451);

        assertThat(changesAt(in(30))).isEqualTo(450);
        assertThat(changesAt(in(30))).isZero();
    }

    /** Each change is one record of the stream, so each warning is published once. */
    @RepeatedTest(3)
    void sweepsAtTheSameTime_makeEachChangeOnce() {
        stores.registerUpTo(REGION, NAME, 13);
        for (int version = 1; version <= 6; version++) {
            stores.layers.hold(key(REGION, NAME, version), Optional.of(in(54)), CAUSE);
        }
        stores.clock.set(in(55));
        List<LayerSweep.Report> reports = Threads.race(
                        8, _ -> stores.sweep(Postponement.NEVER).run(SWEEP, () -> true))
                .allResults();

        assertThat(reports).allSatisfy(report -> assertThat(report.failures()).isEmpty());
        // Versions 1 to 6 expire in 6 days: an end of a hold and two warnings; 7 to 12 in 5 days: two warnings.
        assertThat(reports.stream().mapToInt(LayerSweep.Report::changes).sum()).isEqualTo(6 * 3 + 6 * 2);
        assertThat(changesAt(in(55))).isZero();
    }

    @RepeatedTest(3)
    void sweeps_whileHoldsAndExpiriesChange_loseNothing() {
        stores.registerUpTo(REGION, NAME, 9);
        stores.clock.set(in(30));
        Threads.<Object>race(
                        12,
                        thread -> Threads.untilServed(() -> switch (thread % 3) {
                            case 0 -> stores.sweep(Postponement.NEVER).run(SWEEP, () -> true);
                            case 1 -> stores.layers.hold(key(REGION, NAME, 1 + thread / 3), Optional.empty(), CAUSE);
                            default -> stores.layers.expireAt(key(REGION, NAME, 5 + thread / 3), in(90), CAUSE);
                        }))
                .allResults();
        changesAt(in(30));

        for (int version = 1; version <= 4; version++) {
            assertThat(row(version)).containsKey("hldDt").doesNotContainKeys("exDt", "duDt");
            assertThat(row(version + 4))
                    .containsEntry("exDt", "N " + in(90).getEpochSecond())
                    .containsEntry("duDt", "2026-03-06T00:00:00.000Z")
                    .doesNotContainKey("exWrn");
        }
    }
}
