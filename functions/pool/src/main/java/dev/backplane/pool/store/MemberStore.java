package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.MEMBERS_BY;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.MembersOutcome;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.UserId;
import java.time.Clock;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * Changes the members of leases.
 *
 * <p>Members may have credentials. If one is removed from a lease that issued any, the same transaction requires that
 * the sessions of the account are revoked, so that no crash can leave a former member with access.
 */
public final class MemberStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final LeaseStore leases;

    MemberStore(Dynamo dynamo, PoolSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.clock = clock;
        this.leases = new LeaseStore(dynamo, settings, clock);
    }

    /**
     * Replaces the members of a lease.
     *
     * @param owner the user who must hold it, if only that user is allowed to
     */
    public MembersOutcome setMembers(LeaseId id, NavigableSet<UserId> members, Optional<UserId> owner, Actor actor) {
        return dynamo.retry()
                .run(() -> leases.getLease(id)
                        .map(found -> LeaseStore.isForeign(found.lease(), owner)
                                ? done(new MembersOutcome.OtherUser())
                                : change(found, members, actor))
                        .orElseGet(() -> done(new MembersOutcome.NotFound())));
    }

    private Attempt<MembersOutcome> change(LeaseRecord found, NavigableSet<UserId> members, Actor actor) {
        return switch (found) {
            case LeaseRecord.Ended(EndedLease ended) -> done(new MembersOutcome.NotActive(ended));
            case LeaseRecord.Active(Lease lease)
            when members.contains(lease.user()) -> done(new MembersOutcome.NamesOwner());
            case LeaseRecord.Active(Lease lease)
            when members.equals(lease.usage().members()) -> done(new MembersOutcome.Changed(lease));
            case LeaseRecord.Active(Lease lease) -> write(lease, lease.withMembers(members, actor));
        };
    }

    private Attempt<MembersOutcome> write(Lease lease, Lease changed) {
        Transaction transaction = new Transaction();
        Action members = transaction.update(
                table,
                PoolKey.of(lease.id()).attributes(),
                LeaseRows.set(new ItemUpdate(), changed.usage())
                        .setIfPresent(MEMBERS_BY, changed.actors().members().map(actor -> Values.text(actor.text())))
                        .onlyIf(LeaseEnder.unchanged(lease)));
        if (losesAccess(lease, changed)) {
            transaction.update(table, PoolKey.of(lease.account()).attributes(), revoked(lease));
        }
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> done(new MembersOutcome.Changed(changed));
            case Transaction.Refused refused when !refused.held(members) -> new Attempt.Lost<>();
            case Transaction.Refused _ ->
                throw new IllegalStateException("the account of lease " + lease.id() + " is not leased by it");
        };
    }

    private static boolean losesAccess(Lease lease, Lease changed) {
        return lease.usage().issued().isPresent()
                && !changed.usage().members().containsAll(lease.usage().members());
    }

    private ItemUpdate revoked(Lease lease) {
        ItemUpdate account = new ItemUpdate();
        AccountRows.requireRevocation(account, Times.now(clock));
        return account.onlyIf(LeaseEnder.isLeasedBy(lease));
    }

    private static Attempt<MembersOutcome> done(MembersOutcome outcome) {
        return new Attempt.Done<>(outcome);
    }
}
