package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Condition.sizeLess;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.HOLD;
import static dev.backplane.pool.store.Attributes.LABELS;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.REVOCATION_SINCE;
import static dev.backplane.pool.store.Attributes.SHARD;
import static dev.backplane.pool.store.Attributes.SINCE;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AddOutcome;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.CleanupRun;
import dev.backplane.pool.Hold;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.RemoveOutcome;
import dev.backplane.pool.Revocation;
import dev.backplane.pool.StateOutcome;
import dev.backplane.pool.Transition;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/** The accounts of the pool. */
public final class AccountStore {

    private final Dynamo dynamo;
    private final PoolSettings settings;
    private final String table;
    private final Clock clock;
    private final Ids ids;
    private final PoolReader reader;
    private final Shards shards;
    private final LabelLists labels;

    AccountStore(Dynamo dynamo, PoolSettings settings, Clock clock, Ids ids) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.table = settings.table();
        this.clock = clock;
        this.ids = ids;
        this.reader = new PoolReader(dynamo, settings);
        this.shards = reader.shards();
        this.labels = new LabelLists(reader, table);
    }

    /** Adds an account to the pool. */
    public AddOutcome addAccount(AccountId id, Optional<String> name, Actor actor) {
        Account account = Account.added(id, name, Times.now(clock), shards.of(id));
        Transaction transaction = new Transaction();
        Action added = transaction.put(table, AccountRows.toItem(account, actor), absent(PK));
        Action listed = transaction.update(
                table,
                PoolKey.ALL.attributes(),
                Shards.adding(id.value()).onlyIf(absent(DATA).or(sizeLess(DATA, settings.maxAccounts()))));
        transaction.update(
                table, PoolKey.of(account.state()).shard(account.shard()).attributes(), Shards.adding(id.value()));
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new AddOutcome.Added(account);
            case Transaction.Refused refused
            when refused.failed(added) ->
                new AddOutcome.Exists(stateOf(refused.current(added).orElseThrow()));
            case Transaction.Refused refused when refused.failed(listed) -> new AddOutcome.Full(settings.maxAccounts());
            case Transaction.Refused _ ->
                throw new IllegalStateException("an account was refused without a failed condition");
        };
    }

    /** Lists accounts, sorted. */
    public List<AccountId> listAccounts(AccountList list) {
        return reader.ids(PoolKey.of(list)).stream().map(AccountId::new).toList();
    }

    public Optional<Account> getAccount(AccountId id) {
        return reader.account(id);
    }

    /**
     * Removes an account from the pool.
     *
     * <p>It is removed from every list, not only from the one of its state: an account that stays in the list of
     * available accounts could still be claimed.
     */
    public RemoveOutcome removeAccount(AccountId id, Cause cause) {
        return dynamo.retry()
                .run(() -> reader.item(PoolKey.of(id))
                        .map(item -> remove(id, item, cause))
                        .orElseGet(() -> new Attempt.Done<>(new RemoveOutcome.NotFound())));
    }

    private Attempt<RemoveOutcome> remove(AccountId id, Item item, Cause cause) {
        return refusal(item).<Attempt<RemoveOutcome>>map(Attempt.Done::new).orElseGet(() -> delete(id, item, cause));
    }

    /** Returns why an account cannot be removed, if it cannot. */
    private Optional<RemoveOutcome> refusal(Item item) {
        if (AccountRows.state(AccountState.LEASED).equals(item.attributes().get(DATA))) {
            return Optional.of(new RemoveOutcome.Leased(item.findText(LEASE_ID).map(LeaseId::new)));
        }
        Optional<Hold> hold = AccountRows.marksIn(item).hold();
        if (hold.isPresent()) {
            return Optional.of(new RemoveOutcome.Held(hold.get()));
        }
        return item.read(AccountRows::revocationIn)
                .flatMap(found -> found)
                .filter(revocation -> revocation.isNeeded(Times.now(clock)))
                .<RemoveOutcome>map(RemoveOutcome.RevocationPending::new);
    }

    private Attempt<RemoveOutcome> delete(AccountId id, Item item, Cause cause) {
        int shard = AccountRows.shardIn(item);
        Transaction transaction = new Transaction();
        transaction.delete(
                table,
                PoolKey.of(id).attributes(),
                all(
                        exists(PK),
                        equal(DATA, Optional.ofNullable(item.attributes().get(DATA))),
                        equal(SINCE, Optional.ofNullable(item.attributes().get(SINCE))),
                        equal(SHARD, AccountRows.number(shard)),
                        absent(HOLD),
                        equal(LABELS, Optional.ofNullable(item.attributes().get(LABELS))),
                        equal(
                                REVOCATION_SINCE,
                                Optional.ofNullable(item.attributes().get(REVOCATION_SINCE)))));
        // The stream record of the deletion does not contain who deleted the account; this record does.
        transaction.put(table, AccountRows.removed(id, item, Times.now(clock), cause));
        transaction.update(table, PoolKey.ALL.attributes(), Shards.removing(id.value()));
        labels.change(transaction, id, new TreeSet<>(item.texts(LABELS)), new TreeSet<>());
        for (AccountState listed : AccountState.values()) {
            transaction.update(table, PoolKey.of(listed).shard(shard).attributes(), Shards.removing(id.value()));
        }
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Attempt.Done<>(new RemoveOutcome.Removed());
            case Transaction.Refused _ -> new Attempt.Lost<>();
        };
    }

    /** Marks an account as available, dirty or failed. */
    public StateOutcome markAccount(AccountId id, AccountState to, Cause cause) {
        CleanupRun run = new CleanupRun(ids.next());
        return change(id, account -> mark(account, to, run, cause));
    }

    private Attempt<StateOutcome> mark(Account account, AccountState to, CleanupRun run, Cause cause) {
        boolean cleaned = settings.cleaning() && to == AccountState.DIRTY;
        boolean again = cleaned && Transition.CLEAN_AGAIN.startsAt(account.state());
        if (account.state() == to && !again) {
            return done(account);
        }
        if (!again
                && Transition.byOperator(to)
                        .filter(transition -> transition.startsAt(account.state()))
                        .isEmpty()) {
            return new Attempt.Done<>(new StateOutcome.NotAllowed(account.state(), to));
        }
        Account marked = account.in(to, Times.now(clock), cleaned ? Cleanup.in(run) : Cleanup.NONE);
        return write(new Transaction(), new Change(account, marked, Condition.NONE, cause));
    }

    /** Reads and changes an account; repeats both if the account has changed in between. */
    StateOutcome change(AccountId id, Function<Account, Attempt<StateOutcome>> work) {
        return dynamo.retry()
                .run(() ->
                        reader.account(id).map(work).orElseGet(() -> new Attempt.Done<>(new StateOutcome.NotFound())));
    }

    /**
     * A change of an account's state.
     *
     * @param condition what must still hold of the account, beside its state
     */
    record Change(Account from, Account to, Condition condition, Cause cause) {}

    /** Writes a change of an account in a transaction that may have further actions. */
    Attempt<StateOutcome> write(Transaction transaction, Change change) {
        Account from = change.from();
        Optional<Revocation> pending = from.marks().revocation().filter(Revocation::isPending);
        if (change.to().state() == AccountState.AVAILABLE && pending.isPresent()) {
            return new Attempt.Done<>(new StateOutcome.RevocationPending(pending.get()));
        }
        Account to = change.to().inShard(shards.of(from.id()));
        transaction.update(
                table,
                PoolKey.of(from.id()).attributes(),
                AccountRows.change(from, to, change.cause())
                        .onlyIf(change.condition(), AccountRows.mayEnter(to.state())));
        AccountLists.move(transaction, table, from, to);
        if (Transition.MARK_AVAILABLE.leads(from.state(), to.state())) {
            removeFromOtherLists(transaction, from, to);
        }
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> done(to);
            case Transaction.Refused _ -> new Attempt.Lost<>();
        };
    }

    /** Removes an account that is marked as available from the lists in which it should not be. */
    private void removeFromOtherLists(Transaction transaction, Account from, Account to) {
        for (AccountState state : AccountState.values()) {
            if (state != from.state() && state != to.state()) {
                transaction.update(
                        table,
                        PoolKey.of(state).shard(from.shard()).attributes(),
                        Shards.removing(from.id().value()));
            }
        }
    }

    static Attempt<StateOutcome> done(Account account) {
        return new Attempt.Done<>(new StateOutcome.InState(account));
    }

    private static AccountState stateOf(Item item) {
        return AccountState.parse(item.text(DATA));
    }
}
