package dev.backplane.pool.store;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.pool.AccessOutcome;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.UserId;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Decides who may use the account of a lease, and records that credentials are issued. */
public final class AccessStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final LeaseStore leases;

    AccessStore(Dynamo dynamo, PoolSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.clock = clock;
        this.leases = new LeaseStore(dynamo, settings, clock);
    }

    /**
     * Returns whether a person may use the account of a lease now.
     *
     * @param person who must own the lease or be a member, if not every caller is allowed to
     */
    public AccessOutcome getAccess(LeaseId id, Optional<UserId> person) {
        return leases.getLease(id)
                .map(found ->
                        person.filter(user -> !found.lease().isSharedWith(user)).isPresent()
                                ? new AccessOutcome.OtherUser()
                                : access(found))
                .orElseGet(AccessOutcome.NotFound::new);
    }

    private static AccessOutcome access(LeaseRecord found) {
        return switch (found) {
            case LeaseRecord.Active(Lease lease) -> new AccessOutcome.Permitted(lease);
            case LeaseRecord.Ended(EndedLease ended) -> new AccessOutcome.NotActive(ended);
        };
    }

    /**
     * Records that credentials are issued for a lease, once per lease and before the first are requested. From then on,
     * the end of the lease requires that its sessions are revoked.
     *
     * @param lease the lease as it was read
     * @param person who must own the lease or be a member, if not every caller is allowed to
     */
    public AccessOutcome recordIssue(Lease lease, Optional<UserId> person) {
        AtomicReference<AccessOutcome> access = new AtomicReference<>(new AccessOutcome.Permitted(lease));
        return dynamo.retry().run(() -> {
            Attempt<AccessOutcome> attempt = access.get() instanceof AccessOutcome.Permitted(Lease current)
                    ? record(current)
                    : new Attempt.Done<>(access.get());
            if (attempt instanceof Attempt.Lost<AccessOutcome>) {
                access.set(getAccess(lease.id(), person));
            }
            return attempt;
        });
    }

    private Attempt<AccessOutcome> record(Lease lease) {
        if (lease.usage().issued().isPresent()) {
            return new Attempt.Done<>(new AccessOutcome.Permitted(lease));
        }
        Lease issued = lease.with(lease.usage().withIssued(Times.now(clock)));
        Transaction transaction = new Transaction();
        transaction.update(
                table,
                PoolKey.of(lease.id()).attributes(),
                LeaseRows.set(new ItemUpdate(), issued.usage()).onlyIf(LeaseEnder.unchanged(lease)));
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Attempt.Done<>(new AccessOutcome.Permitted(issued));
            case Transaction.Refused _ -> new Attempt.Lost<>();
        };
    }
}
