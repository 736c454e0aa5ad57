package dev.backplane.pool;

import java.time.Instant;
import java.util.Optional;

/**
 * An account of the pool.
 *
 * @param since when it came into its state
 * @param name what people call it
 * @param lease the lease that holds it, while it is leased
 * @param cleanup what is known of its cleaning
 * @param shard which shard of the lists names it
 */
public record Account(
        AccountId id,
        AccountState state,
        Instant since,
        Optional<String> name,
        Optional<LeaseId> lease,
        Cleanup cleanup,
        int shard) {

    /** Returns an account that was just added. */
    public static Account added(AccountId id, Optional<String> name, Instant now, int shard) {
        return new Account(id, AccountState.INITIAL, now, name, Optional.empty(), Cleanup.NONE, shard);
    }

    /** Returns the account after a transition that has nothing to do with leases. */
    public Account in(AccountState next, Instant now, Cleanup after) {
        return new Account(id, next, now, name, Optional.empty(), after, shard);
    }

    /** Returns the account as another shard of the lists names it. */
    public Account inShard(int other) {
        return new Account(id, state, since, name, lease, cleanup, other);
    }
}
