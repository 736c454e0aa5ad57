package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.SHARD;
import static dev.backplane.pool.store.Attributes.SINCE;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.UserId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Plans what mends one account, lease, user or list: items win over lists, an active lease over a state that does not
 * fit it, and of two leases of one account or user the one that its item names.
 *
 * <p>Each plan has conditions on what it was made from, so that a change in between makes it come to nothing.
 */
final class Repair {

    private final String table;
    private final Items items;
    private final Instant now;

    Repair(String table, Items items, Instant now) {
        this.table = table;
        this.items = items;
        this.now = now;
    }

    Optional<Transaction> plan(PoolKey subject) {
        return switch (subject.kind()) {
            case ACCOUNT_STATUS, LEASE_STATUS -> list(subject);
            case ACCOUNT -> account(new AccountId(subject.id()));
            case LEASE -> lease(new LeaseId(subject.id()));
            case USER -> user(new UserId(subject.id()));
            case LEASE_HISTORY, ACCOUNT_HISTORY -> Optional.empty();
        };
    }

    private Optional<Transaction> list(PoolKey list) {
        // What no id can be read from becomes an empty list, which the items then fill.
        Optional<AttributeValue> set = Optional.of(items.ids(list))
                .filter(ids -> !ids.isEmpty() && !items.shards().isSurplus(list))
                .map(ids -> AttributeValue.builder().ss(ids).build());
        return items.data(list)
                .map(old -> new Transaction()
                        .update(
                                table,
                                list.attributes(),
                                new Change().set(DATA, set).ifEqual(DATA, old).update()));
    }

    private Optional<Transaction> account(AccountId id) {
        if (items.item(PoolKey.of(id)).isEmpty()) {
            Transaction transaction = new Transaction()
                    .check(
                            table,
                            PoolKey.of(id).attributes(),
                            new Change().ifAbsent(PK).check());
            return Optional.of(
                    settle(transaction, id, Optional.empty(), items.shards().of(id)));
        }
        return items.account(id).map(account -> {
            boolean held = account.lease()
                    .filter(lease -> items.isUnreadable(lease)
                            || items.lease(lease)
                                    .filter(found -> found.account().equals(id))
                                    .isPresent())
                    .isPresent();
            boolean leased = account.state() == AccountState.LEASED;
            return become(
                    new Transaction(),
                    account,
                    leased && !held ? AccountState.DIRTY : account.state(),
                    leased && held ? account.lease() : Optional.empty());
        });
    }

    private Transaction become(Transaction to, Account account, AccountState state, Optional<LeaseId> lease) {
        // An account and the lease that holds it are in the same shard, as the end of the lease takes both from it.
        int shard = lease.flatMap(items::lease)
                .map(items.shards()::home)
                .orElse(items.shards().home(account));
        Change change = asSeen(account)
                .set(SHARD, AccountRows.number(shard))
                .set(DATA, AccountRows.state(state))
                .set(LEASE_ID, lease.map(id -> Values.text(id.value())));
        if (state != account.state()) {
            change.set(SINCE, Values.text(Times.format(now)));
        }
        to.update(table, PoolKey.of(account.id()).attributes(), change.update());
        return settle(to, account.id(), Optional.of(state), shard);
    }

    private static Change asSeen(Account account) {
        return new Change()
                .ifEqual(DATA, AccountRows.state(account.state()))
                .ifEqual(SHARD, AccountRows.number(account.shard()))
                .ifEqual(LEASE_ID, account.lease().map(lease -> Values.text(lease.value())));
    }

    /** Puts an account into the lists of a state, or into none. */
    private Transaction settle(Transaction to, AccountId id, Optional<AccountState> state, int shard) {
        Set<PoolKey> right = state.map(in -> Set.of(PoolKey.ALL, PoolKey.of(in).shard(shard)))
                .orElse(Set.of());
        return settle(to, PoolKey.of(id), right, shard);
    }

    private Transaction settle(Transaction to, PoolKey key, Set<PoolKey> right, int shard) {
        for (PoolKey list : items.listsOf(key, shard)) {
            Change change = right.contains(list) ? Change.add(key.id()) : Change.take(key.id());
            to.update(table, list.attributes(), change.update());
        }
        return to;
    }

    private Optional<Transaction> lease(LeaseId id) {
        if (items.item(PoolKey.of(id)).isEmpty()) {
            Transaction transaction = new Transaction()
                    .check(
                            table,
                            PoolKey.of(id).attributes(),
                            new Change().ifAbsent(PK).check());
            return Optional.of(settle(transaction, PoolKey.of(id), Set.of(), 0));
        }
        return items.lease(id).flatMap(this::lease);
    }

    private Optional<Transaction> lease(Lease lease) {
        Optional<Account> account = items.account(lease.account());
        Optional<LeaseId> accountOf = account.flatMap(Account::lease).filter(other -> isAnother(other, lease));
        Optional<LeaseId> userOf = items.heldBy(lease.user()).filter(other -> isAnother(other, lease));
        // What a person has to mend first may hold the account or the user.
        if (accountOf.filter(items::isUnreadable).isPresent()
                || userOf.filter(items::isUnreadable).isPresent()) {
            return Optional.empty();
        }
        boolean accountGone = items.item(PoolKey.of(lease.account())).isEmpty();
        boolean accountOfAnother = accountOf
                .flatMap(items::lease)
                .filter(other -> other.account().equals(lease.account()))
                .isPresent();
        boolean userOfAnother = userOf.flatMap(items::lease)
                .filter(other -> other.user().equals(lease.user()))
                .isPresent();
        return Optional.of(
                accountGone || accountOfAnother || userOfAnother ? end(lease, account) : attach(lease, account));
    }

    private static boolean isAnother(LeaseId id, Lease lease) {
        return !id.equals(lease.id());
    }

    private Transaction attach(Lease lease, Optional<Account> account) {
        int shard = items.shards().home(lease);
        Transaction transaction = new Transaction()
                .update(
                        table,
                        PoolKey.of(lease.id()).attributes(),
                        Ender.unchanged(lease)
                                .set(SHARD, AccountRows.number(shard))
                                .update())
                .update(
                        table,
                        PoolKey.of(lease.user()).attributes(),
                        asSeen(lease.user()).set(DATA, LeaseRows.holding(lease)).update());
        account.ifPresent(found -> become(transaction, found, AccountState.LEASED, Optional.of(lease.id())));
        return settle(transaction, PoolKey.of(lease.id()), Set.of(PoolKey.ACTIVE.shard(shard)), shard);
    }

    private Transaction end(Lease lease, Optional<Account> account) {
        EndedLease ended = lease.ended(EndReason.REVOKED, now);
        Transaction transaction = new Transaction()
                .delete(
                        table,
                        PoolKey.of(lease.id()).attributes(),
                        Ender.unchanged(lease).delete())
                .put(table, LeaseRows.toItem(ended), _ -> {});
        settle(transaction, PoolKey.of(lease.id()), Set.of(), lease.shard());
        if (items.heldBy(lease.user()).equals(Optional.of(lease.id()))) {
            transaction.update(
                    table,
                    PoolKey.of(lease.user()).attributes(),
                    asSeen(lease.user()).remove(DATA).update());
        }
        account.filter(found -> found.lease().equals(Optional.of(lease.id())))
                .ifPresent(found -> become(transaction, found, AccountState.DIRTY, Optional.empty()));
        return transaction;
    }

    private Optional<Transaction> user(UserId user) {
        if (items.data(PoolKey.of(user)).isEmpty()) {
            return Optional.empty();
        }
        Optional<AttributeValue> holding = items.heldBy(user)
                .flatMap(items::lease)
                .filter(lease -> lease.user().equals(user))
                .map(LeaseRows::holding);
        return Optional.of(new Transaction()
                .update(
                        table,
                        PoolKey.of(user).attributes(),
                        asSeen(user).set(DATA, holding).update()));
    }

    /** A user's item that still has the data that was seen there, or none. */
    private Change asSeen(UserId user) {
        return new Change().ifEqual(DATA, items.data(PoolKey.of(user)));
    }
}
