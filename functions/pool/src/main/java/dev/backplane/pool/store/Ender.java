package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.EXPIRES;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.SHARD;
import static dev.backplane.pool.store.Attributes.SINCE;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Transition;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** Ends leases: the mirror image of a claim, and the record that is kept of it, together or not at all. */
final class Ender {

    private static final int LEASE = 3;

    private final Dynamo dynamo;
    private final String table;
    private final Shards shards;
    private final Clock clock;

    Ender(Dynamo dynamo, PoolSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.shards = new Shards(settings.listShards());
        this.clock = clock;
    }

    /**
     * Ends a lease as it was read.
     *
     * @return empty when it was ended or extended since, or somebody is just about to
     * @throws IllegalStateException when its account or its user does not agree that it is active
     */
    Optional<EndedLease> end(Lease lease, EndReason reason) {
        Instant now = Times.now(clock);
        EndedLease ended = lease.ended(reason, now);
        return switch (dynamo.transact(transaction(ended, now))) {
            case Transacted.Committed _ -> Optional.of(ended);
            // A conflict at the lease leaves open whether it is still there: the others may disagree because it is not.
            case Transacted.Refused refused when !refused.heldAt(LEASE) -> Optional.empty();
            case Transacted.Refused refused ->
                throw new IllegalStateException(
                        "lease " + lease.id() + " cannot end, because other items do not agree: "
                                + refused.reasons().stream()
                                        .map(why -> why.getClass().getSimpleName())
                                        .toList());
        };
    }

    private Transaction transaction(EndedLease ended, Instant now) {
        Lease lease = ended.lease();
        String account = lease.account().value();
        return new Transaction()
                .update(
                        table,
                        PoolKey.of(lease.account()).attributes(),
                        dirty(lease, now).update())
                .update(
                        table,
                        PoolKey.of(AccountState.LEASED).shard(lease.shard()).attributes(),
                        Change.take(account).update())
                .update(
                        table,
                        PoolKey.of(Transition.END.to())
                                .shard(shards.of(lease.account()))
                                .attributes(),
                        Change.add(account).update())
                .delete(
                        table,
                        PoolKey.of(lease.id()).attributes(),
                        unchanged(lease).delete())
                .update(
                        table,
                        PoolKey.ACTIVE.shard(lease.shard()).attributes(),
                        Change.take(lease.id().value()).update())
                .update(
                        table,
                        PoolKey.of(lease.user()).attributes(),
                        released(lease).update())
                // A record that other hands made of a lease in force gives way to the one that is true.
                .put(table, LeaseRows.toItem(ended), _ -> {});
    }

    private Change dirty(Lease lease, Instant now) {
        return new Change()
                .set(DATA, AccountRows.state(Transition.END.to()))
                .set(SHARD, AccountRows.number(shards.of(lease.account())))
                .set(SINCE, Values.text(Times.format(now)))
                .remove(LEASE_ID)
                .ifEqual(DATA, AccountRows.state(AccountState.LEASED))
                // The table design's accounts do not say who holds them.
                .ifAbsentOrEqual(LEASE_ID, Values.text(lease.id().value()));
    }

    /** The lease as it was read: an extension since then keeps it, whatever its time was before. */
    static Change unchanged(Lease lease) {
        return new Change().ifPresent(PK).ifEqual(DATA + "." + EXPIRES, LeaseRows.expires(lease));
    }

    private static Change released(Lease lease) {
        return new Change()
                .remove(DATA)
                .ifEqual(DATA + "." + Attributes.LEASE, Values.text(lease.id().value()));
    }
}
