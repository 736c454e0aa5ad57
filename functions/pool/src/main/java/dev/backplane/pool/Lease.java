package dev.backplane.pool;

import java.time.Duration;
import java.time.Instant;

/**
 * The right of a user to an account until some time.
 *
 * @param extensions how often it was extended
 * @param terms what was asked for
 * @param shard which shard of the lists names it and its account
 */
public record Lease(
        LeaseId id,
        AccountId account,
        UserId user,
        Instant created,
        Instant expires,
        int extensions,
        Terms terms,
        int shard) {

    /** When a lease was made whose item does not say so, as the table design has it. */
    public static final Instant UNKNOWN = Instant.EPOCH;

    /** When a lease ends whose item does not say so: not before somebody ends it. No stored time is as exact as this. */
    public static final Instant NEVER = Instant.parse("9999-12-31T23:59:59.999999999Z");

    public static final Duration SHORTEST = Duration.ofMinutes(5);

    /** How long a lease may last, with all its extensions. */
    public static final Duration LONGEST = Duration.ofDays(30);

    /** Says whether its time is over, swept or not. */
    public boolean isDue(Instant now) {
        return !expires.isAfter(now);
    }

    /** Returns it with a later end. */
    public Lease extended(Duration by) {
        return new Lease(id, account, user, created, expires.plus(by), extensions + 1, terms, shard);
    }

    /** Returns the latest end that extensions can bring; one of unknown age keeps the end it has. */
    public Instant latestExpires() {
        return created.equals(UNKNOWN) ? expires : created.plus(LONGEST);
    }

    /** Returns how it ends now; one whose time is over has expired, whoever comes to end it. */
    public EndedLease ended(EndReason reason, Instant now) {
        return isDue(now) ? new EndedLease(this, EndReason.EXPIRED, expires) : new EndedLease(this, reason, now);
    }
}
