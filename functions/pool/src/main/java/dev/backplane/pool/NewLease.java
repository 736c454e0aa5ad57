package dev.backplane.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.NavigableSet;

/**
 * A lease whose account is not known yet: what a claim asked for, with the values of its template.
 *
 * @param labels what the account must have: the labels of the claim and those of the template
 */
public record NewLease(LeaseId id, Claim claim, LeaseLimits limits, Duration duration, NavigableSet<String> labels) {

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
