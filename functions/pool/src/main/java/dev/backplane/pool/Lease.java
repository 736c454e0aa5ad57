package dev.backplane.pool;

import java.time.Duration;
import java.time.Instant;

/**
 * The right of a user to an account until some time.
 *
 * @param extensions how often it was extended
 * @param terms what was asked for
 */
public record Lease(
        LeaseId id, AccountId account, UserId user, Instant created, Instant expires, int extensions, Terms terms) {

    public static final Duration SHORTEST = Duration.ofMinutes(5);

    /** How long a lease may last, with all its extensions. */
    public static final Duration LONGEST = Duration.ofDays(30);

    /** Says whether its time is over, swept or not. */
    public boolean isDue(Instant now) {
        return !expires.isAfter(now);
    }

    /** Returns it with a later end. */
    public Lease extended(Duration by) {
        return new Lease(id, account, user, created, expires.plus(by), extensions + 1, terms);
    }

    /** Says whether all of it would be longer than a lease may last. */
    public boolean isTooLong() {
        return expires.isAfter(created.plus(LONGEST));
    }

    /** Returns how it ends now; one whose time is over has expired, whoever comes to end it. */
    public EndedLease ended(EndReason reason, Instant now) {
        return isDue(now) ? new EndedLease(this, EndReason.EXPIRED, expires) : new EndedLease(this, reason, now);
    }
}
