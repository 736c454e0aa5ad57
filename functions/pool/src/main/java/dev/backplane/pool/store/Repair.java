package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.pool.store.Attributes.ATTEMPT_ID;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.LABELS;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.SHARD;
import static dev.backplane.pool.store.Attributes.SINCE;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.Transition;
import dev.backplane.pool.UserId;
import java.time.Instant;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Plans the repair of one account, lease, user or list. Items take precedence over lists, and an active lease over the
 * state of its account. If two leases have the same account or user, the one named in the item of the account or user
 * wins.
 *
 * <p>Each plan has conditions on the items it is based on, so that it fails if one of them has changed.
 */
final class Repair {

    // Lists first, because an id cannot be added to a list that is not a string set. Then leases, because the repair of
    // a lease may also repair its user and account.
    static final Comparator<PoolKey> ORDER = Comparator.comparingInt((PoolKey key) -> switch (key.kind()) {
                case ACCOUNT_LABELS -> -1;
                case ACCOUNT_STATUS, LEASE_STATUS, ACCOUNT_LABEL -> 0;
                case LEASE -> 1;
                case USER -> 2;
                default -> 3;
            })
            .thenComparing(PoolKey::id);

    private final String table;
    private final ReadItems items;
    private final Repairer repairer;
    private final Instant now;

    Repair(String table, ReadItems items, Repairer repairer) {
        this.table = table;
        this.items = items;
        this.repairer = repairer;
        this.now = repairer.now();
    }

    Optional<Transaction> plan(PoolKey subject) {
        return switch (subject.kind()) {
            case ACCOUNT_STATUS, LEASE_STATUS, ACCOUNT_LABELS -> list(subject);
            case ACCOUNT_LABEL -> Optional.of(labelList(subject));
            case ACCOUNT -> account(new AccountId(subject.id()));
            case LEASE -> lease(new LeaseId(subject.id()));
            case USER -> user(new UserId(subject.id()));
            case LEASE_ENDS,
                    LEASE_HISTORY,
                    LEASE_BUDGET,
                    LEASE_TEMPLATE,
                    LEASE_TEMPLATES,
                    ACCOUNT_HISTORY,
                    ACCOUNT_CLEANUPS,
                    ACCOUNT_REMOVED,
                    ACCOUNT_REVOCATIONS -> Optional.empty();
        };
    }

    private Optional<Transaction> list(PoolKey list) {
        // A list without readable ids becomes empty; the repairs of the items fill it again.
        Optional<AttributeValue> set = Optional.of(items.ids(list))
                .filter(ids -> !ids.isEmpty() && !items.shards().isSurplus(list))
                .map(ids -> AttributeValue.builder().ss(ids).build());
        return items.data(list)
                .map(old -> update(list, new ItemUpdate().setOrRemove(DATA, set).onlyIf(equal(DATA, old))));
    }

    private Transaction labelList(PoolKey list) {
        Transaction plan = list(list).orElseGet(() -> {
            Transaction unlisted = new Transaction();
            unlisted.check(table, list.attributes(), absent(DATA));
            return unlisted;
        });
        if (items.ids(list).isEmpty()) {
            plan.update(table, PoolKey.LABELS.attributes(), Shards.removing(list.id()));
        }
        return addLabels(plan, items.ids(list).isEmpty() ? Set.of() : Set.of(list.id()));
    }

    private Transaction addLabels(Transaction to, Set<String> labels) {
        if (!labels.isEmpty()) {
            to.update(table, PoolKey.LABELS.attributes(), new ItemUpdate().add(DATA, Values.texts(labels)));
        }
        return to;
    }

    /**
     * Starts a transaction that requires an item to be absent. An item whose key DynamoDB does not accept is always
     * absent.
     */
    private Transaction ifAbsent(PoolKey key) {
        Transaction transaction = new Transaction();
        if (key.isPossible()) {
            transaction.check(table, key.attributes(), absent(PK));
        }
        return transaction;
    }

    private Optional<Transaction> account(AccountId id) {
        if (items.item(PoolKey.of(id)).isEmpty()) {
            return Optional.of(settle(
                    ifAbsent(PoolKey.of(id)),
                    PoolKey.of(id),
                    Set.of(),
                    items.shards().of(id)));
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
                    leased && !held ? Transition.END.to() : account.state(),
                    leased && held ? account.lease() : Optional.empty());
        });
    }

    private Transaction become(Transaction to, Account account, AccountState state, Optional<LeaseId> lease) {
        // An account and its lease are in the same shard, because the end of the lease removes both from it.
        int shard = lease.flatMap(items::lease)
                .map(items.shards()::expectedShard)
                .orElse(items.shards().expectedShard(account));
        boolean changes = state != account.state();
        ItemUpdate change = (changes ? AccountRows.by(repairer.cause()) : new ItemUpdate())
                .setOrRemove(SHARD, AccountRows.number(shard))
                .set(DATA, AccountRows.state(state))
                .setOrRemove(LEASE_ID, lease.map(id -> Values.text(id.value())))
                .onlyIf(asSeen(account));
        if (changes) {
            // The result of an attempt to clean the account must not change its new state.
            change.set(SINCE, Values.text(Times.format(now))).remove(ATTEMPT_ID);
        }
        if (changes && state == Transition.END.to()) {
            repairer.cleanUp(change);
        }
        if (lease.isEmpty()) {
            account.lease().flatMap(items::lease).ifPresent(ended -> repairer.revoke(change, ended));
        }
        to.update(table, PoolKey.of(account.id()).attributes(), change);
        Set<PoolKey> right = AccountLists.of(account.in(state, account.since(), account.cleanup()), shard);
        return addLabels(
                settle(to, PoolKey.of(account.id()), right, shard),
                account.marks().labels());
    }

    private Condition asSeen(Account account) {
        NavigableSet<String> labels = account.marks().labels();
        // An id of another type names no lease, and is replaced.
        Optional<AttributeValue> leaseId = items.item(PoolKey.of(account.id()))
                .map(item -> item.attributes().get(LEASE_ID));
        return AccountRows.asRead(account)
                .and(equal(LEASE_ID, leaseId))
                .and(equal(LABELS, labels.isEmpty() ? Optional.empty() : Optional.of(Values.texts(labels))));
    }

    /** Puts an account or a lease into the right lists, and removes it from all others. */
    private Transaction settle(Transaction to, PoolKey key, Set<PoolKey> right, int shard) {
        for (PoolKey list : items.listsOf(key, shard)) {
            to.update(
                    table,
                    list.attributes(),
                    right.contains(list) ? Shards.adding(key.id()) : Shards.removing(key.id()));
        }
        return to;
    }

    private Optional<Transaction> lease(LeaseId id) {
        if (items.item(PoolKey.of(id)).isEmpty()) {
            return Optional.of(settle(ifAbsent(PoolKey.of(id)), PoolKey.of(id), Set.of(), 0));
        }
        return items.lease(id).flatMap(this::lease);
    }

    private Optional<Transaction> lease(Lease lease) {
        Optional<Account> account = items.account(lease.account());
        Optional<LeaseId> accountOf = account.flatMap(Account::lease).filter(other -> isAnother(other, lease));
        Optional<LeaseId> userOf = items.heldBy(lease.user()).filter(other -> isAnother(other, lease));
        // An unreadable lease may hold the account or the user. An operator must correct it first.
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
        int shard = items.shards().expectedShard(lease);
        Transaction transaction = update(
                PoolKey.of(lease.id()),
                new ItemUpdate().setOrRemove(SHARD, AccountRows.number(shard)).onlyIf(LeaseEnder.unchanged(lease)));
        transaction.update(
                table,
                PoolKey.of(lease.user()).attributes(),
                new ItemUpdate().set(DATA, LeaseRows.holding(lease)).onlyIf(asSeen(lease.user())));
        account.ifPresent(found -> become(transaction, found, AccountState.LEASED, Optional.of(lease.id())));
        return settle(transaction, PoolKey.of(lease.id()), Set.of(PoolKey.ACTIVE.shard(shard)), shard);
    }

    private Transaction end(Lease lease, Optional<Account> account) {
        EndedLease ended = lease.ended(EndReason.REVOKED, now, Optional.of(repairer.cause()));
        Transaction transaction = new Transaction();
        transaction.delete(table, PoolKey.of(lease.id()).attributes(), LeaseEnder.unchanged(lease));
        transaction.put(table, LeaseRows.toItem(ended));
        settle(transaction, PoolKey.of(lease.id()), Set.of(), lease.shard());
        if (items.heldBy(lease.user()).equals(Optional.of(lease.id()))) {
            transaction.update(
                    table,
                    PoolKey.of(lease.user()).attributes(),
                    new ItemUpdate().remove(DATA).onlyIf(asSeen(lease.user())));
        }
        account.ifPresent(found -> endAt(found, lease, transaction));
        return transaction;
    }

    private void endAt(Account account, Lease lease, Transaction to) {
        if (account.lease().equals(Optional.of(lease.id()))) {
            become(to, account, Transition.END.to(), Optional.empty());
        } else if (lease.usage().issued().isPresent()) {
            // The account is not changed otherwise, but sessions of this lease may be in use.
            ItemUpdate update = new ItemUpdate().onlyIf(asSeen(account));
            repairer.revoke(update, lease);
            to.update(table, PoolKey.of(account.id()).attributes(), update);
        }
    }

    private Optional<Transaction> user(UserId user) {
        if (items.data(PoolKey.of(user)).isEmpty()) {
            return Optional.empty();
        }
        Optional<AttributeValue> holding = items.heldBy(user)
                .flatMap(items::lease)
                .filter(lease -> lease.user().equals(user))
                .map(LeaseRows::holding);
        return Optional.of(update(
                PoolKey.of(user), new ItemUpdate().setOrRemove(DATA, holding).onlyIf(asSeen(user))));
    }

    private Transaction update(PoolKey key, ItemUpdate change) {
        Transaction transaction = new Transaction();
        transaction.update(table, key.attributes(), change);
        return transaction;
    }

    /** Requires the data of the user as it was read. */
    private Condition asSeen(UserId user) {
        return equal(DATA, items.data(PoolKey.of(user)));
    }
}
