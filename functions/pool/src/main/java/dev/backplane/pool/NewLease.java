package dev.backplane.pool;

import java.time.Duration;
import java.time.Instant;

/** A lease whose account is not known yet: what a claim asked for, with the values of its template. */
public record NewLease(LeaseId id, Claim claim, LeaseLimits limits, Duration duration) {

    /** Returns the lease of an account. */
    public Lease of(AccountId account, int shard, Instant now) {
        return new Lease(
                id,
                account,
                claim.user(),
                now,
                now.plus(duration),
                0,
                claim.terms(),
                shard,
                Lease.Actors.creator(claim.actor()),
                limits,
                LeaseUsage.NONE);
    }
}
