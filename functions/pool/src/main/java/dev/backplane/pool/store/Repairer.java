package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.ATTEMPTS;
import static dev.backplane.pool.store.Attributes.CLEANUP_RUN;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.pool.CleanupRun;
import dev.backplane.pool.Lease;
import java.time.Clock;
import java.time.Instant;

/**
 * Who repairs the pool. An account that a repair makes dirty is treated as one whose lease has ended.
 *
 * @param cleaning whether the stage cleans its accounts
 */
record Repairer(Cause cause, Clock clock, Ids ids, boolean cleaning) {

    Instant now() {
        return Times.now(clock);
    }

    /** Adds a new cleanup run to an update of an account that becomes dirty. */
    void cleanUp(ItemUpdate account) {
        if (cleaning) {
            account.set(CLEANUP_RUN, AccountRows.text(new CleanupRun(ids.next())))
                    .remove(ATTEMPTS);
        }
    }

    /** Adds a pending revocation to an update of an account, if the lease issued credentials. */
    void revoke(ItemUpdate account, Lease lease) {
        lease.usage().issued().ifPresent(_ -> AccountRows.requireRevocation(account, now()));
    }
}
