package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.pool.store.Attributes.CHANGES;
import static dev.backplane.pool.store.Attributes.CLEANUP_RUN;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.EXTENSIONS;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.SHARD;
import static dev.backplane.pool.store.Attributes.SINCE;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.CleanupRun;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Hold;
import dev.backplane.pool.Lease;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Transition;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Ends leases: reverts what a claim wrote and keeps a record of the lease, in one transaction. */
final class LeaseEnder {

    private final Dynamo dynamo;
    private final String table;
    private final Shards shards;
    private final Clock clock;
    private final boolean cleaning;

    LeaseEnder(Dynamo dynamo, PoolSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.shards = new Shards(settings.listShards());
        this.clock = clock;
        this.cleaning = settings.cleaning();
    }

    /**
     * Ends a lease as it was read.
     *
     * @return empty if it was ended or extended since, or another write was in progress
     * @throws IllegalStateException if its account or its user contradicts that it is active
     */
    Optional<EndedLease> end(Lease lease, EndReason reason, Cause cause) {
        EndedLease ended = lease.ended(reason, Times.now(clock), Optional.of(cause));
        return end(lease, ended, List.of()) ? Optional.of(ended) : Optional.empty();
    }

    /**
     * Ends a lease as it was read, and writes records in the same transaction.
     *
     * @return false if it was changed or ended since, or another write was in progress
     * @throws IllegalStateException if its account or its user contradicts that it is active
     */
    boolean end(Lease lease, EndedLease ended, List<Item> records) {
        return end(lease, ended, records, Optional.empty());
    }

    /**
     * Ends a lease as it was read, and holds its account in the same transaction.
     *
     * @return false if it was changed or ended since, or another write was in progress
     * @throws IllegalStateException if its account or its user contradicts that it is active
     */
    boolean end(Lease lease, EndedLease ended, Hold hold) {
        return end(lease, ended, List.of(), Optional.of(hold));
    }

    private boolean end(Lease lease, EndedLease ended, List<Item> records, Optional<Hold> hold) {
        Instant now = hold.map(Hold::since).orElseGet(() -> Times.now(clock));
        Cause cause = ended.cause().orElseThrow();
        Transaction transaction = new Transaction();
        releaseAccount(transaction, lease, dirty(lease, now, cause, hold));
        Action deleted = transaction.delete(table, PoolKey.of(lease.id()).attributes(), unchanged(lease));
        transaction.update(
                table,
                PoolKey.ACTIVE.shard(lease.shard()).attributes(),
                Shards.removing(lease.id().value()));
        transaction.update(table, PoolKey.of(lease.user()).attributes(), released(lease));
        // This record replaces one that was written by other means while the lease was active.
        transaction.put(table, LeaseRows.toItem(ended));
        records.forEach(record -> transaction.put(table, record));
        hold.ifPresent(_ -> transaction.update(
                table, PoolKey.HELD.attributes(), Shards.adding(lease.account().value())));
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> true;
            // A conflict at the lease leaves open whether it still exists, and so why other conditions failed.
            case Transaction.Refused refused when !refused.held(deleted) -> false;
            case Transaction.Refused refused ->
                throw new IllegalStateException(
                        "lease " + lease.id() + " cannot end, because other items contradict it: "
                                + refused.reasons().stream()
                                        .map(why -> why.getClass().getSimpleName())
                                        .toList());
        };
    }

    private void releaseAccount(Transaction transaction, Lease lease, ItemUpdate dirty) {
        String account = lease.account().value();
        int shard = shards.of(lease.account());
        transaction.update(table, PoolKey.of(lease.account()).attributes(), dirty);
        transaction.update(
                table, PoolKey.of(AccountState.LEASED).shard(lease.shard()).attributes(), Shards.removing(account));
        transaction.update(table, PoolKey.of(Transition.END.to()).shard(shard).attributes(), Shards.adding(account));
    }

    private ItemUpdate dirty(Lease lease, Instant now, Cause cause, Optional<Hold> hold) {
        ItemUpdate dirty = AccountRows.by(cause);
        hold.ifPresent(held -> AccountRows.hold(dirty, held));
        // The sessions of this lease must be revoked before the account can be used again.
        lease.usage().issued().ifPresent(_ -> AccountRows.requireRevocation(dirty, now));
        if (cleaning) {
            dirty.set(CLEANUP_RUN, AccountRows.text(CleanupRun.after(lease.id())));
        }
        return dirty.set(DATA, AccountRows.state(Transition.END.to()))
                .setOrRemove(SHARD, AccountRows.number(shards.of(lease.account())))
                .set(SINCE, Values.text(Times.format(now)))
                .remove(LEASE_ID)
                .onlyIf(isLeasedBy(lease));
    }

    /** Requires that an account is leased by a lease; accounts of the original table design do not name theirs. */
    static Condition isLeasedBy(Lease lease) {
        return all(
                equal(DATA, AccountRows.state(AccountState.LEASED)),
                absent(LEASE_ID).or(equal(LEASE_ID, Values.text(lease.id().value()))));
    }

    /** Requires that the lease was not changed since it was read; its expiry may be in a form of other writers. */
    static Condition unchanged(Lease lease) {
        return all(
                exists(PK),
                equal(EXTENSIONS, AccountRows.number(lease.extensions())),
                equal(CHANGES, AccountRows.number(lease.usage().changes())));
    }

    private static ItemUpdate released(Lease lease) {
        return new ItemUpdate()
                .remove(DATA)
                .onlyIf(equal(
                        DATA + "." + Attributes.LEASE, Values.text(lease.id().value())));
    }
}
