package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.pool.store.Attributes.ATTEMPTS;
import static dev.backplane.pool.store.Attributes.ATTEMPT_ID;
import static dev.backplane.pool.store.Attributes.CLEANUP_RUN;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.CleanupAttempt;
import dev.backplane.pool.CleanupRun;
import dev.backplane.pool.CleanupStep;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.StateOutcome;
import dev.backplane.pool.Transition;
import dev.backplane.pool.store.AccountStore.Change;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The attempts to clean accounts. Callers start and finish them, unless the stage cleans accounts itself; then only its
 * workflow does, in runs.
 */
public final class CleanupStore {

    private final Dynamo dynamo;
    private final PoolSettings settings;
    private final AccountStore accounts;
    private final CleanupRecords records;
    private final Clock clock;
    private final Ids ids;

    CleanupStore(Dynamo dynamo, PoolSettings settings, Clock clock, Ids ids) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.accounts = new AccountStore(dynamo, settings, clock, ids);
        this.records = new CleanupRecords(new PoolReader(dynamo, settings), settings.table());
        this.clock = clock;
        this.ids = ids;
    }

    /**
     * Lists the last attempts to clean an account, newest first.
     *
     * @return empty if the account is not in the pool and has no attempts
     */
    public Optional<Page<CleanupAttempt, AttemptId>> listAttempts(AccountId id, int limit, Optional<AttemptId> after) {
        // Together, so that an attempt that ends now does not look as if it was interrupted.
        List<Optional<Item>> items = dynamo.getTogether(
                settings.table(),
                List.of(PoolKey.of(id).attributes(), PoolKey.cleanupsOf(id).attributes()));
        Optional<Account> account = items.getFirst().map(item -> AccountRows.toAccount(id, item));
        Optional<Item> record = items.getLast();
        if (account.isEmpty() && record.isEmpty()) {
            return Optional.empty();
        }
        Optional<AttemptId> current = account.flatMap(found -> found.cleanup().attempt());
        List<CleanupAttempt> attempts = record.map(CleanupRecords::attempts).orElse(List.of()).stream()
                .map(attempt -> attempt.asOf(current))
                .toList();
        int from = after.map(last -> positionAfter(last, attempts)).orElse(0);
        List<CleanupAttempt> rest = attempts.subList(from, Math.min(attempts.size(), from + limit + 1));
        return Optional.of(Page.of(rest, limit, CleanupAttempt::id));
    }

    /** Returns where the attempts older than one begin. If it is no longer kept, no older ones are either. */
    private static int positionAfter(AttemptId last, List<CleanupAttempt> attempts) {
        int position = attempts.stream().map(CleanupAttempt::id).toList().indexOf(last);
        return position < 0 ? attempts.size() : position + 1;
    }

    /** Starts to clean an account; the attempt's id is needed to finish it. */
    public StateOutcome startCleanup(AccountId id, Actor actor) {
        AttemptId attempt = new AttemptId(ids.next());
        return accounts.change(
                id,
                account -> settings.cleaning()
                        ? new Attempt.Done<>(new StateOutcome.Automatic())
                        : start(account, attempt, actor));
    }

    /** Starts an attempt to clean an account as it was read. */
    private Attempt<StateOutcome> start(Account account, AttemptId attempt, Actor actor) {
        if (account.isHeld()) {
            return new Attempt.Done<>(
                    new StateOutcome.Held(account.marks().hold().orElseThrow()));
        }
        if (!Transition.START_CLEANUP.startsAt(account.state())) {
            return new Attempt.Done<>(new StateOutcome.NotAllowed(account.state(), AccountState.CLEANING));
        }
        Cleanup cleanup = account.cleanup();
        Account started =
                account.in(AccountState.CLEANING, Times.now(clock), cleanup.started(attempt, account.state()));
        Transaction transaction = new Transaction();
        records.start(transaction, started);
        // Another attempt may have been made since; this one must not have the same number.
        Condition unchanged = all(
                equal(ATTEMPTS, AccountRows.number(cleanup.attempts())),
                equal(CLEANUP_RUN, cleanup.run().map(AccountRows::text)));
        return accounts.write(transaction, new Change(account, started, unchanged, Cause.of(actor)));
    }

    /** Finishes the current attempt to clean an account; a repeat of the last call changes nothing. */
    public StateOutcome finishCleanup(AccountId id, Cleanup.Result result, Optional<String> message, Actor actor) {
        CleanupAttempt.Report report = CleanupAttempt.Report.of(result.succeeded(), message);
        return accounts.change(
                id,
                account -> settings.cleaning() && account.cleanup().run().isPresent()
                        ? new Attempt.Done<>(new StateOutcome.Automatic())
                        : finish(account, result.attempt(), report, actor));
    }

    /** Finishes the current attempt to clean an account as it was read. */
    private Attempt<StateOutcome> finish(
            Account account, AttemptId attempt, CleanupAttempt.Report report, Actor actor) {
        Cleanup cleanup = account.cleanup();
        boolean current =
                account.state() == AccountState.CLEANING && cleanup.attempt().equals(Optional.of(attempt));
        if (!current) {
            boolean repeat = cleanup.last().equals(Optional.of(new Cleanup.Result(attempt, report.succeeded())));
            return repeat ? AccountStore.done(account) : new Attempt.Done<>(new StateOutcome.Stale());
        }
        return end(account, finished(account, report), report, actor);
    }

    /** Ends the current attempt to clean an account as it was read, if there is one. */
    private Attempt<StateOutcome> end(Account account, Account after, CleanupAttempt.Report report, Actor actor) {
        Optional<AttemptId> attempt = account.cleanup().attempt();
        Transaction transaction = new Transaction();
        attempt.ifPresent(_ -> records.end(transaction, account, new CleanupAttempt.End(after.since(), report, actor)));
        Condition current = all(
                equal(ATTEMPT_ID, attempt.map(id -> Values.text(id.value()))),
                equal(CLEANUP_RUN, account.cleanup().run().map(AccountRows::text)));
        return accounts.write(transaction, new Change(account, after, current, Cause.of(actor)));
    }

    private Account finished(Account account, CleanupAttempt.Report report) {
        Instant now = Times.now(clock);
        Cleanup cleanup = account.cleanup();
        if (report.succeeded()) {
            return account.in(Transition.CLEANED.to(), now, cleanup.succeeded());
        }
        return cleanup.attempts() < settings.cleanupTries()
                ? account.in(Transition.CLEANUP_FAILED.to(), now, cleanup.failed(report.message()))
                : account.in(Transition.GIVEN_UP.to(), now, cleanup.givenUp(report.message()));
    }

    /** Returns whether an attempt is the current one. */
    public boolean isCurrent(AccountId id, AttemptId attempt) {
        return accounts.getAccount(id)
                .filter(account -> account.cleanup().attempt().equals(Optional.of(attempt)))
                .isPresent();
    }

    /** Starts an attempt of a run; a repeat finds the attempt that it started before. */
    public CleanupStep begin(AccountId id, CleanupRun run, int number, Actor actor) {
        AttemptId attempt = run.attempt(number);
        StateOutcome outcome = accounts.change(id, account -> {
            if (account.cleanup().attempt().equals(Optional.of(attempt))) {
                return new Attempt.Done<>(new StateOutcome.InState(account));
            }
            // A late repeat of an earlier start must not start an attempt that the workflow does not know of.
            boolean next = account.cleanup().attempts() == number - 1;
            return next && owns(run, account) && account.state() == AccountState.DIRTY
                    ? start(account, attempt, actor)
                    : new Attempt.Done<>(new StateOutcome.Stale());
        });
        return outcome instanceof StateOutcome.InState ? new CleanupStep.Begun(attempt) : new CleanupStep.Superseded();
    }

    /** Finishes an attempt of a run; a repeat returns the same. */
    public CleanupStep finish(AccountId id, AttemptId attempt, CleanupAttempt.Report report, Actor actor) {
        StateOutcome outcome = accounts.change(id, account -> finish(account, attempt, report, actor));
        return switch (outcome) {
            case StateOutcome.InState(Account account) -> finishedStep(account, report);
            case StateOutcome.RevocationPending _ -> new CleanupStep.Pending();
            case StateOutcome.Stale _, StateOutcome.NotFound _, StateOutcome.Held _ -> new CleanupStep.Superseded();
            case StateOutcome.Automatic _, StateOutcome.NotAllowed _ ->
                throw new IllegalStateException("an attempt cannot end with " + outcome);
        };
    }

    private static CleanupStep finishedStep(Account account, CleanupAttempt.Report report) {
        if (report.succeeded()) {
            return new CleanupStep.Cleaned();
        }
        return account.state() == AccountState.FAILED ? new CleanupStep.GivenUp() : new CleanupStep.Failed();
    }

    /** Gives up a run: its account becomes failed, unless it is held, has become clean or has another run. */
    public void abandon(AccountId id, CleanupRun run, String message, Actor actor) {
        CleanupAttempt.Report report = CleanupAttempt.Report.of(false, Optional.of(message));
        accounts.change(
                id,
                account -> owns(run, account) && Transition.ABANDON.startsAt(account.state())
                        ? end(account, abandoned(account, report), report, actor)
                        : new Attempt.Done<>(new StateOutcome.Stale()));
    }

    private Account abandoned(Account account, CleanupAttempt.Report report) {
        return account.in(
                Transition.ABANDON.to(), Times.now(clock), account.cleanup().givenUp(report.message()));
    }

    /** Returns whether an account is to be cleaned by a run. A held account is not cleaned; its release starts another. */
    private static boolean owns(CleanupRun run, Account account) {
        return account.cleanup().run().equals(Optional.of(run)) && !account.isHeld();
    }
}
