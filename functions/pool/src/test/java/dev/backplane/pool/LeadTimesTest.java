package dev.backplane.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.pool.Lease.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LeadTimesTest {

    private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
    private static final Actor BY = Actor.client("tester");
    private static final LeadTimes LEADS = new LeadTimes(new TreeSet<>(List.of(60, 1440)));

    private static Lease lease(Duration duration) {
        Claim claim = new Claim(new UserId("a"), Terms.of(Optional.empty(), Optional.empty()), Optional.empty(), BY);
        return new NewLease(new LeaseId("l1"), claim, LeaseLimits.DEFAULT, duration, new TreeSet<>())
                .of(new AccountId("000000000001"), 0, START);
    }

    private static Instant after(int hours, int minutes) {
        return START.plus(Duration.ofHours(hours)).plus(Duration.ofMinutes(minutes));
    }

    @Test
    void due_atTheMomentOfALeadTime_andNotBefore() {
        Lease lease = lease(Duration.ofDays(2));

        assertThat(LEADS.due(lease, after(23, 59))).isEmpty();
        assertThat(LEADS.due(lease, after(24, 0))).containsExactly(1440);
        assertThat(LEADS.due(lease, after(47, 0))).containsExactly(1440, 60);
    }

    @Test
    void due_withoutALeadTimeThatIsNotShorterThanTheLease() {
        assertThat(LEADS.due(lease(Duration.ofDays(1)), after(23, 0))).containsExactly(60);
        assertThat(LEADS.due(lease(Duration.ofHours(1)), after(0, 59))).isEmpty();
        assertThat(LEADS.due(lease(Duration.ofMinutes(61)), after(0, 1))).containsExactly(60);
    }

    @Test
    void due_ofAWarningThatWasPublished_isEmpty_whateverTheClockSays() {
        Lease warned = warned(lease(Duration.ofDays(2)), 1440);

        assertThat(LEADS.due(warned, after(24, 0))).isEmpty();
        assertThat(LEADS.due(warned, after(0, 0))).isEmpty();
        assertThat(LEADS.due(warned, after(30, 0))).isEmpty();
        assertThat(LEADS.due(warned, after(47, 30))).containsExactly(60);
    }

    private static Lease warned(Lease lease, Integer... leads) {
        return lease.with(lease.usage().withWarned(new TreeSet<>(List.of(leads))));
    }

    @Test
    void extended_resetsTheWarningsThatLieAheadAgain_andNoOthers() {
        Lease warned = warned(lease(Duration.ofDays(2)), 60, 1440);

        Lease longer = warned.extended(Duration.ofHours(2), BY, LEADS, after(47, 30));

        assertThat(LEADS.due(longer, after(48, 59)))
                .as("the day was warned about")
                .isEmpty();
        assertThat(LEADS.due(longer, after(49, 0))).containsExactly(60);
    }

    @Test
    void extended_beforeADueWarningWasPublished_keepsItDue() {
        Lease lease = lease(Duration.ofDays(2));

        Lease longer = lease.extended(Duration.ofMinutes(5), BY, LEADS, after(47, 30));

        assertThat(LEADS.due(longer, after(47, 30))).containsExactly(1440, 60);
    }

    @Test
    void extended_beyondALeadTimeThatWasSkipped_warnsOnlyIfItLiesAhead() {
        Lease lease = lease(Duration.ofHours(8));

        Lease early = lease.extended(Duration.ofHours(22), BY, LEADS, after(1, 0));
        Lease late = lease.extended(Duration.ofHours(22), BY, LEADS, after(7, 0));

        assertThat(LEADS.due(early, after(6, 0))).containsExactly(1440);
        assertThat(LEADS.due(late, after(7, 0))).isEmpty();
        assertThat(LEADS.due(late, after(29, 0))).containsExactly(60);
    }

    @Test
    void due_ofALeaseThatNeverExpiresOrOfUnknownAge() {
        Lease lease = lease(Duration.ofDays(2));
        Lease endless = new Lease(
                lease.id(),
                lease.account(),
                lease.user(),
                Lease.UNKNOWN,
                Lease.NEVER,
                0,
                lease.terms(),
                0,
                lease.actors(),
                lease.limits(),
                lease.usage());

        assertThat(LEADS.due(endless, after(1_000_000, 0))).isEmpty();
        assertThat(new LeadTimes(new TreeSet<>()).due(lease, after(47, 59))).isEmpty();
    }
}
