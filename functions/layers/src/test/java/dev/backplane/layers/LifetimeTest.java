package dev.backplane.layers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LifetimeTest {

    private static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");
    private static final Instant END = in(60);
    private static final Lifetime EXPIRING = Lifetime.UNLIMITED.expiringAt(END, NOW);

    private static Instant in(int days) {
        return NOW.plus(Duration.ofDays(days));
    }

    private static Hold hold(Instant since, Optional<Instant> until) {
        return new Hold(since, until, Cause.of(Actor.client("ci")));
    }

    private static Lifetime held(Lifetime before, Optional<Instant> until) {
        return before.heldBy(hold(NOW, until), NOW);
    }

    @Test
    void anExpiry_isPrecededByTwoWarnings_andACheck() {
        assertThat(EXPIRING.due()).contains(in(30));
        assertThat(EXPIRING.dueStep(in(29))).isEmpty();
        assertThat(EXPIRING.dueStep(in(30))).contains(ExpiryStep.FIRST_WARNING);

        Lifetime warned = EXPIRING.after(ExpiryStep.FIRST_WARNING);
        assertThat(warned.due()).contains(in(53));
        assertThat(warned.after(ExpiryStep.LAST_WARNING).due()).contains(in(59));
        assertThat(warned.after(ExpiryStep.USAGE_CHECK).due()).isEmpty();
    }

    @Test
    void warnings_whoseTimeHasPassedWhenTheExpiryIsSet_areSkipped() {
        assertThat(Lifetime.UNLIMITED.expiringAt(in(30), NOW).due()).contains(in(23));
        assertThat(Lifetime.UNLIMITED.expiringAt(in(7), NOW).due()).contains(in(6));
        assertThat(Lifetime.UNLIMITED.expiringAt(in(1), NOW).dueStep(NOW)).contains(ExpiryStep.USAGE_CHECK);
    }

    @Test
    void theSameExpiryAgain_doesNotSkipAWarningThatIsDue() {
        assertThat(EXPIRING.expiringAt(END, in(31)).dueStep(in(31))).contains(ExpiryStep.FIRST_WARNING);
    }

    @Test
    void aHoldWithoutAnEnd_takesTheExpiry_andItsReleaseGivesItBack_orSevenDays() {
        Lifetime held = held(EXPIRING, Optional.empty());

        assertThat(held.expires()).isEmpty();
        assertThat(held.due()).isEmpty();
        assertThat(held.released(in(10))).isEqualTo(EXPIRING);
        assertThat(held.released(in(59)).expires()).contains(in(66));
        assertThat(held.released(in(400)).expires()).contains(in(407));
    }

    @Test
    void aHoldWithAnEnd_movesTheExpiry_ifItWouldComeTooSoon() {
        assertThat(held(EXPIRING, Optional.of(in(10))).expires()).contains(END);
        assertThat(held(EXPIRING, Optional.of(in(55))).expires()).contains(in(62));
        assertThat(held(EXPIRING, Optional.of(in(55))).due()).contains(in(32));
    }

    @Test
    void aHoldThatHasEnded_leavesTheExpiry() {
        Lifetime held = held(EXPIRING, Optional.of(in(100)));

        assertThat(held.isHeld(in(99))).isTrue();
        assertThat(held.afterHold(in(99))).isEmpty();
        assertThat(held.isHeld(in(100))).isFalse();
        assertThat(held.released(in(100))).isSameAs(held);
        assertThat(held.afterHold(in(100))).hasValueSatisfying(ended -> {
            assertThat(ended.expires()).contains(in(107));
            assertThat(ended.hold()).isEmpty();
            assertThat(ended.heldExpires()).isEmpty();
        });
    }

    @Test
    void aSecondHold_keepsTheExpiryBeforeTheFirst() {
        Lifetime twice = held(held(EXPIRING, Optional.empty()), Optional.of(in(80)));

        assertThat(twice.expires()).contains(in(87));
        assertThat(twice.released(in(1))).isEqualTo(EXPIRING);
    }

    @Test
    void aSecondHold_afterTheFirstHasEnded_keepsTheExpiryOfThen() {
        Lifetime first = held(EXPIRING, Optional.of(in(80)));
        Lifetime second = first.heldBy(hold(in(81), Optional.empty()), in(81));

        assertThat(second.heldExpires()).contains(in(87));
    }

    @Test
    void theSameHoldAgain_changesNothing() {
        Lifetime held = held(EXPIRING, Optional.of(in(80)));

        assertThat(held.heldBy(hold(in(1), Optional.of(in(80))), in(1))).isSameAs(held);
    }

    @Test
    void aVersionWithoutExpiry_staysWithoutOneUnderAndAfterAHold() {
        Lifetime held = held(Lifetime.UNLIMITED, Optional.of(in(10)));

        assertThat(held.expires()).isEmpty();
        assertThat(held.due()).contains(in(10));
        assertThat(held.released(in(1))).isEqualTo(Lifetime.UNLIMITED);
        assertThat(held.afterHold(in(10))).contains(Lifetime.UNLIMITED);
    }

    @Test
    void aHeldVersionThatGetsItsExpiry_doesNotExpireBeforeTheHoldEnds() {
        Lifetime open = held(Lifetime.UNLIMITED, Optional.empty()).expiringAt(END, NOW);
        assertThat(open.expires()).isEmpty();
        assertThat(open.released(in(1)).expires()).contains(END);

        Lifetime limited = held(Lifetime.UNLIMITED, Optional.of(in(100))).expiringAt(END, NOW);
        assertThat(limited.expires()).contains(in(107));
    }

    @Test
    void aHeldVersionThatBecomesOneOfTheNewest_losesItsExpiryForGood() {
        Lifetime newest = held(EXPIRING, Optional.of(in(55))).unlimited();

        assertThat(newest.expires()).isEmpty();
        assertThat(newest.due()).contains(in(55));
        assertThat(newest.released(in(1))).isEqualTo(Lifetime.UNLIMITED);
    }

    @Test
    void aPostponedExpiry_isCheckedAgain_withoutFurtherWarnings() {
        Lifetime postponed = EXPIRING.after(ExpiryStep.LAST_WARNING).postponedBy(Duration.ofDays(7), in(59));

        assertThat(postponed.expires()).contains(in(67));
        assertThat(postponed.due()).contains(in(66));
        assertThat(postponed.dueStep(in(66))).contains(ExpiryStep.USAGE_CHECK);
    }
}
