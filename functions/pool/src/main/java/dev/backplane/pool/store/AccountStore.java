package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Condition.sizeLess;
import static dev.backplane.pool.store.Attributes.ATTEMPTS;
import static dev.backplane.pool.store.Attributes.ATTEMPT_ID;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.HOLD;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.PK;
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
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AddOutcome;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.Hold;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.RemoveOutcome;
import dev.backplane.pool.StateOutcome;
import dev.backplane.pool.Transition;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The accounts of the pool. */
public final class AccountStore {

    private final Dynamo dynamo;
    private final PoolSettings settings;
    private final String table;
    private final Clock clock;
    private final Ids ids;
    private final PoolReader reader;
    private final Shards shards;

    AccountStore(Dynamo dynamo, PoolSettings settings, Clock clock, Ids ids) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.table = settings.table();
        this.clock = clock;
        this.ids = ids;
        this.reader = new PoolReader(dynamo, settings);
        this.shards = reader.shards();
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

    /** Lists the accounts in a state, or all accounts, sorted. */
    public List<AccountId> listAccounts(Optional<AccountState> state) {
        return reader.ids(state.map(PoolKey::of).orElse(PoolKey.ALL)).stream()
                .map(AccountId::new)
                .toList();
    }

    /** Lists the accounts that are held, sorted. */
    public List<AccountId> listHeldAccounts() {
        return reader.ids(PoolKey.HELD).stream().map(AccountId::new).toList();
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
        Optional<AttributeValue> state = Optional.ofNullable(item.attributes().get(DATA));
        if (state.equals(Optional.of(AccountRows.state(AccountState.LEASED)))) {
            return new Attempt.Done<>(
                    new RemoveOutcome.Leased(item.findText(LEASE_ID).map(LeaseId::new)));
        }
        Optional<Hold> hold = AccountRows.marksIn(item).hold();
        if (hold.isPresent()) {
            return new Attempt.Done<>(new RemoveOutcome.Held(hold.get()));
        }
        int shard = AccountRows.shardIn(item);
        Transaction transaction = new Transaction();
        transaction.delete(
                table,
                PoolKey.of(id).attributes(),
                all(
                        exists(PK),
                        equal(DATA, state),
                        equal(SINCE, Optional.ofNullable(item.attributes().get(SINCE))),
                        equal(SHARD, AccountRows.number(shard)),
                        absent(HOLD)));
        // A stream record of the deletion does not tell who deleted; this record does.
        transaction.put(table, AccountRows.removed(id, item, Times.now(clock), cause));
        transaction.update(table, PoolKey.ALL.attributes(), Shards.removing(id.value()));
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
        return change(id, account -> account.state() == to ? done(account) : mark(account, to, cause));
    }

    private Attempt<StateOutcome> mark(Account account, AccountState to, Cause cause) {
        Account marked = account.in(to, Times.now(clock), Cleanup.NONE);
        return Transition.byOperator(to)
                .filter(transition -> transition.startsAt(account.state()))
                .map(_ -> write(account, marked, Condition.NONE, cause))
                .orElseGet(() -> new Attempt.Done<>(new StateOutcome.NotAllowed(account.state(), to)));
    }

    /** Starts to clean an account; the attempt's id is needed to finish it. */
    public StateOutcome startCleanup(AccountId id, Actor actor) {
        AttemptId attempt = new AttemptId(ids.next());
        return change(id, account -> {
            if (account.isHeld()) {
                return new Attempt.Done<>(
                        new StateOutcome.Held(account.marks().hold().orElseThrow()));
            }
            if (!Transition.START_CLEANUP.startsAt(account.state())) {
                return new Attempt.Done<>(new StateOutcome.NotAllowed(account.state(), AccountState.CLEANING));
            }
            Cleanup started = account.cleanup().started(attempt, account.state());
            return write(
                    account,
                    account.in(AccountState.CLEANING, Times.now(clock), started),
                    // Another attempt may have been made since; this one must not have the same number.
                    equal(ATTEMPTS, AccountRows.number(account.cleanup().attempts())),
                    Cause.of(actor));
        });
    }

    /** Finishes the current attempt to clean an account; a repeat of the last call changes nothing. */
    public StateOutcome finishCleanup(AccountId id, Cleanup.Result result, Optional<String> message, Actor actor) {
        return change(id, account -> {
            Cleanup cleanup = account.cleanup();
            if (!cleanup.attempt().equals(Optional.of(result.attempt()))) {
                boolean repeat = cleanup.last().equals(Optional.of(result));
                return repeat ? done(account) : new Attempt.Done<>(new StateOutcome.Stale());
            }
            Account finished = finished(account, result.succeeded(), message);
            return write(
                    account,
                    finished,
                    equal(ATTEMPT_ID, Values.text(result.attempt().value())),
                    Cause.of(actor));
        });
    }

    private Account finished(Account account, boolean succeeded, Optional<String> message) {
        Instant now = Times.now(clock);
        Cleanup cleanup = account.cleanup();
        if (succeeded) {
            return account.in(Transition.CLEANED.to(), now, cleanup.succeeded());
        }
        Transition failure =
                cleanup.attempts() < settings.cleanupTries() ? Transition.CLEANUP_FAILED : Transition.GIVEN_UP;
        return account.in(failure.to(), now, cleanup.failed(message));
    }

    private StateOutcome change(AccountId id, Function<Account, Attempt<StateOutcome>> work) {
        return dynamo.retry()
                .run(() ->
                        reader.account(id).map(work).orElseGet(() -> new Attempt.Done<>(new StateOutcome.NotFound())));
    }

    private Attempt<StateOutcome> write(Account from, Account changed, Condition condition, Cause cause) {
        Account to = changed.inShard(shards.of(from.id()));
        Transaction transaction = new Transaction();
        transaction.update(
                table,
                PoolKey.of(from.id()).attributes(),
                AccountRows.change(from, to, cause).onlyIf(condition));
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

    private static Attempt<StateOutcome> done(Account account) {
        return new Attempt.Done<>(new StateOutcome.InState(account));
    }

    private static AccountState stateOf(Item item) {
        return AccountState.parse(item.text(DATA));
    }
}
