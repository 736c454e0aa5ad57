package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.PK;
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
        return items.item(list)
                .map(item -> item.attributes().get(DATA))
                .filter(AttributeValue::hasL)
                .map(old -> {
                    Optional<AttributeValue> set = Optional.of(items.ids(list))
                            .filter(ids -> !ids.isEmpty())
                            .map(ids -> AttributeValue.builder().ss(ids).build());
                    return new Transaction()
                            .update(
                                    table,
                                    list.attributes(),
                                    new Change()
                                            .set(DATA, set)
                                            .ifEqual(DATA, old)
                                            .update());
                });
    }

    private Optional<Transaction> account(AccountId id) {
        if (items.item(PoolKey.of(id)).isEmpty()) {
            Transaction transaction = new Transaction()
                    .check(
                            table,
                            PoolKey.of(id).attributes(),
                            new Change().ifAbsent(PK).check());
            return Optional.of(settle(transaction, id, Optional.empty()));
        }
        return items.account(id).map(account -> {
            boolean held = account.lease()
                    .flatMap(items::lease)
                    .filter(lease -> lease.account().equals(id))
                    .isPresent();
            if (account.state() == AccountState.LEASED) {
                return held ? keep(account, account.lease()) : become(account, AccountState.DIRTY, Optional.empty());
            }
            return keep(account, Optional.empty());
        });
    }

    private Transaction keep(Account account, Optional<LeaseId> lease) {
        return become(account, account.state(), lease);
    }

    private Transaction become(Account account, AccountState state, Optional<LeaseId> lease) {
        return become(new Transaction(), account, state, lease);
    }

    private Transaction become(Transaction to, Account account, AccountState state, Optional<LeaseId> lease) {
        Change change = asSeen(account)
                .set(DATA, AccountRows.state(state))
                .set(LEASE_ID, lease.map(id -> Values.text(id.value())));
        if (state != account.state()) {
            change.set(SINCE, Values.text(Times.format(now)));
        }
        to.update(table, PoolKey.of(account.id()).attributes(), change.update());
        return settle(to, account.id(), Optional.of(state));
    }

    private static Change asSeen(Account account) {
        return new Change()
                .ifEqual(DATA, AccountRows.state(account.state()))
                .ifEqual(LEASE_ID, account.lease().map(lease -> Values.text(lease.value())));
    }

    /** Puts an account into the lists of a state, or into none. */
    private Transaction settle(Transaction to, AccountId id, Optional<AccountState> state) {
        for (PoolKey list : PoolKey.LISTS) {
            if (list.kind() == PoolKey.Kind.ACCOUNT_STATUS) {
                boolean member = state.filter(in -> list.equals(PoolKey.ALL) || list.equals(PoolKey.of(in)))
                        .isPresent();
                Change change = member ? Change.add(id.value()) : Change.take(id.value());
                to.update(table, list.attributes(), change.update());
            }
        }
        return to;
    }

    private Optional<Transaction> lease(LeaseId id) {
        if (items.item(PoolKey.of(id)).isEmpty()) {
            return Optional.of(new Transaction()
                    .check(
                            table,
                            PoolKey.of(id).attributes(),
                            new Change().ifAbsent(PK).check())
                    .update(
                            table,
                            PoolKey.ACTIVE.attributes(),
                            Change.take(id.value()).update()));
        }
        return items.lease(id).map(lease -> {
            Optional<Account> account = items.account(lease.account());
            Optional<LeaseId> held = items.heldBy(lease.user());
            boolean accountOfAnother = account.flatMap(Account::lease)
                    .filter(other -> isAnother(other, lease))
                    .flatMap(items::lease)
                    .filter(other -> other.account().equals(lease.account()))
                    .isPresent();
            boolean userOfAnother = held.filter(other -> isAnother(other, lease))
                    .flatMap(items::lease)
                    .filter(other -> other.user().equals(lease.user()))
                    .isPresent();
            return account.isEmpty() || accountOfAnother || userOfAnother
                    ? end(lease, account, held)
                    : attach(lease, account.get(), held);
        });
    }

    private static boolean isAnother(LeaseId id, Lease lease) {
        return !id.equals(lease.id());
    }

    private Transaction attach(Lease lease, Account account, Optional<LeaseId> held) {
        Transaction transaction = new Transaction()
                .check(
                        table,
                        PoolKey.of(lease.id()).attributes(),
                        Ender.unchanged(lease).check())
                .update(
                        table,
                        PoolKey.ACTIVE.attributes(),
                        Change.add(lease.id().value()).update())
                .update(
                        table,
                        PoolKey.of(lease.user()).attributes(),
                        holding(held).set(DATA, LeaseRows.holding(lease)).update());
        return become(transaction, account, AccountState.LEASED, Optional.of(lease.id()));
    }

    private Transaction end(Lease lease, Optional<Account> account, Optional<LeaseId> held) {
        EndedLease ended = lease.ended(EndReason.REVOKED, now);
        Transaction transaction = new Transaction()
                .delete(
                        table,
                        PoolKey.of(lease.id()).attributes(),
                        Ender.unchanged(lease).delete())
                .update(
                        table,
                        PoolKey.ACTIVE.attributes(),
                        Change.take(lease.id().value()).update())
                .put(table, LeaseRows.toItem(ended), _ -> {});
        if (held.equals(Optional.of(lease.id()))) {
            transaction.update(
                    table,
                    PoolKey.of(lease.user()).attributes(),
                    holding(held).remove(DATA).update());
        }
        account.filter(found -> found.lease().equals(Optional.of(lease.id())))
                .ifPresent(found -> become(transaction, found, AccountState.DIRTY, Optional.empty()));
        return transaction;
    }

    private Optional<Transaction> user(UserId user) {
        return items.heldBy(user)
                .map(lease -> new Transaction()
                        .update(
                                table,
                                PoolKey.of(user).attributes(),
                                holding(Optional.of(lease)).remove(DATA).update()));
    }

    /** A user's item that names the lease that was seen there, or none. */
    private static Change holding(Optional<LeaseId> held) {
        return held.map(lease -> new Change().ifEqual(DATA + "." + Attributes.LEASE, Values.text(lease.value())))
                .orElseGet(() -> new Change().ifAbsent(DATA));
    }
}
