package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.layers.store.StoreFixture.key;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.ChangeOutcome;
import dev.backplane.layers.DeleteOutcome;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds against deletions by callers and by TTL. */
class HoldRacesTest {

    private static final String REGION = "us-east-1";
    private static final String NAME = "requests";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.registerUpTo(REGION, NAME, 2);
    }

    private ChangeOutcome hold(int thread) {
        return stores.layers.hold(key(REGION, NAME, 1), Optional.empty(), Cause.of(Actor.client("client-" + thread)));
    }

    private Map<String, String> row() {
        return stores.row("lyr#us-east-1.requests", "lyrVrsn#v1");
    }

    /** DynamoDB's clock is ahead: for TTL, the version has expired; for the service, it is about to. */
    @RepeatedTest(20)
    void aHold_againstTtlAndDeletions_isEitherConfirmedAndKeepsTheRow_orFindsNone() {
        stores.clock.advance(StoreFixture.EXPIRY.minusSeconds(1));
        long ttlNow = stores.clock.instant().plusSeconds(60).getEpochSecond();
        List<Object> outcomes = Threads.<Object>race(
                        9,
                        thread -> untilServed(() -> switch (thread % 3) {
                            case 0 -> hold(thread);
                            case 1 -> stores.layers.deleteLayer(key(REGION, NAME, 1), false, CAUSE);
                            default -> stores.removeIfExpired(key(REGION, NAME, 1), ttlNow);
                        }))
                .allResults();

        boolean held = outcomes.stream().anyMatch(ChangeOutcome.Changed.class::isInstance);
        long removed = outcomes.stream()
                .filter(outcome -> outcome instanceof DeleteOutcome.Deleted || outcome.equals(true))
                .count();
        assertThat(removed).isEqualTo(held ? 0 : 1);
        if (held) {
            assertThat(row()).containsKey("hldDt").doesNotContainKey("exDt");
            assertThat(outcomes.stream().filter(ChangeOutcome.class::isInstance))
                    .allMatch(ChangeOutcome.Changed.class::isInstance);
            assertThat(outcomes)
                    .filteredOn(DeleteOutcome.Held.class::isInstance)
                    .hasSize(3);
        } else {
            assertThat(row()).isEmpty();
            assertThat(outcomes.stream().filter(ChangeOutcome.class::isInstance))
                    .allMatch(ChangeOutcome.NotFound.class::isInstance);
        }
    }

    /** Whatever the order, nothing is deleted while it is held, and what is deleted was released before. */
    @RepeatedTest(10)
    void aRelease_againstDeletions_letsOneOfThemSucceedOrNone() {
        hold(0);
        List<Object> outcomes = Threads.<Object>race(
                        6,
                        thread -> untilServed(() -> thread == 0
                                ? stores.layers.release(key(REGION, NAME, 1), CAUSE)
                                : stores.layers.deleteLayer(key(REGION, NAME, 1), false, CAUSE)))
                .allResults();

        assertThat(outcomes.getFirst()).isInstanceOf(ChangeOutcome.Changed.class);
        long deleted = outcomes.stream()
                .filter(DeleteOutcome.Deleted.class::isInstance)
                .count();
        assertThat(deleted).isLessThanOrEqualTo(1);
        assertThat(row().isEmpty()).isEqualTo(deleted == 1);
        if (deleted == 0) {
            assertThat(row()).containsKey("exDt").doesNotContainKey("hldDt");
        }
    }

    @RepeatedTest(10)
    void holdsAndReleases_atTheSameTime_leaveOneOfTheirStates() {
        Threads.<Object>race(
                        8,
                        thread -> untilServed(() ->
                                thread % 2 == 0 ? hold(thread) : stores.layers.release(key(REGION, NAME, 1), CAUSE)))
                .allResults();

        // The row is held and without expiry, or released and with it; the old expiry is never lost.
        Map<String, String> row = row();
        String end = "N " + stores.clock.instant().plus(StoreFixture.EXPIRY).getEpochSecond();
        assertThat(row.containsKey("hldDt") ? row.get("hldExDt") : row.get("exDt"))
                .isEqualTo(end);
        assertThat(row.containsKey("hldDt")).isNotEqualTo(row.containsKey("exDt"));
        assertThat(row.containsKey("exDt")).isEqualTo(row.containsKey("duDt"));
    }
}
