package dev.backplane.pool;

import java.time.Instant;
import java.util.Optional;

/**
 * An account of the pool.
 *
 * @param since when its state last changed
 * @param name a display name
 * @param lease its active lease, while it is leased
 * @param cleanup the progress of its cleanup
 * @param shard the shard of the lists that contain it
 * @param marks its labels, its hold and the revocation of its credentials
 */
public record Account(
        AccountId id,
        AccountState state,
        Instant since,
        Optional<String> name,
        Optional<LeaseId> lease,
        Cleanup cleanup,
        int shard,
        AccountMarks marks) {

    /** Returns a new account. */
    public static Account added(AccountId id, Optional<String> name, Instant now, int shard) {
        return new Account(
                id, AccountState.INITIAL, now, name, Optional.empty(), Cleanup.NONE, shard, AccountMarks.NONE);
    }

    /** Returns the account after a transition that does not create or end a lease. */
    public Account in(AccountState next, Instant now, Cleanup after) {
        return new Account(id, next, now, name, Optional.empty(), after, shard, marks);
    }

    /** Returns whether it may neither be cleaned nor leased. */
    public boolean isHeld() {
        return marks.hold().isPresent();
    }

    /** Returns the account with other marks. */
    public Account with(AccountMarks changed) {
        return new Account(id, state, since, name, lease, cleanup, shard, changed);
    }

    /** Returns the account with another run, whose attempts are counted from one. */
    public Account with(CleanupRun run) {
        return new Account(id, state, since, name, lease, cleanup.again(run), shard, marks);
    }

    /** Returns the account in another shard of the lists. */
    public Account inShard(int other) {
        return new Account(id, state, since, name, lease, cleanup, other, marks);
    }
}
