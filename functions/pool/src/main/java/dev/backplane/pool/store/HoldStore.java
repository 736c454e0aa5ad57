package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.pool.store.Attributes.ATTEMPTS;
import static dev.backplane.pool.store.Attributes.ATTEMPT_ID;
import static dev.backplane.pool.store.Attributes.CLEANUP_RUN;
import static dev.backplane.pool.store.Attributes.SHARD;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountMarks;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.CleanupRun;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Hold;
import dev.backplane.pool.HoldOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Revocation;
import dev.backplane.pool.Transition;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Holds accounts, so that they are neither cleaned nor leased, and releases them. */
public final class HoldStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final PoolReader reader;
    private final LeaseEnder ender;
    private final Ids ids;
    private final boolean cleaning;

    HoldStore(Dynamo dynamo, PoolSettings settings, Clock clock, Ids ids) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.clock = clock;
        this.reader = new PoolReader(dynamo, settings);
        this.ender = new LeaseEnder(dynamo, settings, clock);
        this.ids = ids;
        this.cleaning = settings.cleaning();
    }

    /** Holds an account in any state; one that is held already keeps its hold. */
    public HoldOutcome holdAccount(AccountId id, Cause cause) {
        return change(id, account -> account.isHeld() ? done(account) : hold(account, new Hold(now(), false, cause)));
    }

    /** Ends the lease of an account and holds the account, in one transaction. */
    public HoldOutcome quarantineAccount(AccountId id, Cause cause) {
        Set<LeaseId> missing = new HashSet<>();
        return change(id, account -> {
            Hold hold = new Hold(now(), true, cause);
            if (account.state() == AccountState.LEASED) {
                return endAndHold(account, hold, missing);
            }
            boolean quarantined =
                    account.marks().hold().filter(Hold::quarantine).isPresent();
            return quarantined ? done(account) : hold(account, hold);
        });
    }

    /** Releases an account; one that is not held stays as it is. */
    public HoldOutcome releaseAccount(AccountId id, Cause cause) {
        CleanupRun run = new CleanupRun(ids.next());
        return change(id, account -> {
            if (!account.isHeld()) {
                return done(account);
            }
            boolean cleanAgain = cleaning && account.state() == AccountState.DIRTY;
            Account unheld = account.with(account.marks().withHold(Optional.empty()));
            Account released = listed(cleanAgain ? unheld.with(run) : unheld);
            ItemUpdate update = marking(account, released);
            AccountRows.release(update, now(), cause);
            if (cleanAgain) {
                // An execution that cleaned the account before has ended, or will end when it finds another run.
                update.set(CLEANUP_RUN, AccountRows.text(run)).remove(ATTEMPTS);
            }
            return write(account, released, update);
        });
    }

    private Instant now() {
        return Times.now(clock);
    }

    private HoldOutcome change(AccountId id, Function<Account, Attempt<HoldOutcome>> work) {
        return dynamo.retry()
                .run(() ->
                        reader.account(id).map(work).orElseGet(() -> new Attempt.Done<>(new HoldOutcome.NotFound())));
    }

    /** Holds an account. A cleanup that is in progress can no longer report a result. */
    private Attempt<HoldOutcome> hold(Account account, Hold hold) {
        boolean cleaning = account.state() == AccountState.CLEANING;
        Account idle = cleaning
                ? account.in(AccountState.DIRTY, hold.since(), account.cleanup().withdrawn())
                : account;
        Account held = listed(idle.with(account.marks().withHold(Optional.of(hold))));
        ItemUpdate update = cleaning
                ? AccountRows.change(account, held, hold.cause())
                        .onlyIf(equal(
                                ATTEMPT_ID, account.cleanup().attempt().map(attempt -> Values.text(attempt.value()))))
                : marking(account, held);
        AccountRows.hold(update, hold);
        return write(account, held, update);
    }

    /** Returns an account in the shard to which it belongs; a leased one stays in the shard of its lease. */
    private Account listed(Account account) {
        return account.state() == AccountState.LEASED
                ? account
                : account.inShard(reader.shards().of(account.id()));
    }

    private static ItemUpdate marking(Account from, Account to) {
        return new ItemUpdate()
                .setOrRemove(SHARD, AccountRows.number(to.shard()))
                .onlyIf(AccountRows.asRead(from));
    }

    private Attempt<HoldOutcome> write(Account from, Account to, ItemUpdate update) {
        Transaction transaction = new Transaction();
        transaction.update(table, PoolKey.of(from.id()).attributes(), update);
        AccountLists.move(transaction, table, from, to);
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> done(to);
            case Transaction.Refused _ -> new Attempt.Lost<>();
        };
    }

    /**
     * Ends the lease of an account and holds the account.
     *
     * @param missing leases that the account named and that did not exist; this call may add one
     */
    private Attempt<HoldOutcome> endAndHold(Account account, Hold hold, Set<LeaseId> missing) {
        Optional<Item> item = account.lease().flatMap(lease -> reader.item(PoolKey.of(lease)));
        Optional<Lease> lease = item.flatMap(found -> found.read(LeaseRows::toLease))
                .filter(found -> found.account().equals(account.id()));
        if (lease.isEmpty()) {
            // The lease may have ended since the account was read; then the second attempt does not find it there.
            boolean first =
                    item.isEmpty() && account.lease().filter(missing::add).isPresent();
            return first ? new Attempt.Lost<>() : new Attempt.Done<>(new HoldOutcome.UnknownLease());
        }
        EndedLease ended = lease.get().ended(EndReason.QUARANTINED, hold.since(), Optional.of(hold.cause()));
        return ender.end(lease.get(), ended, hold) ? done(afterEnd(account, lease.get(), hold)) : new Attempt.Lost<>();
    }

    private Account afterEnd(Account account, Lease lease, Hold hold) {
        AccountMarks held = account.marks().withHold(Optional.of(hold));
        AccountMarks marks = lease.usage()
                .issued()
                .map(_ -> held.withRevocation(new Revocation(Revocation.Status.PENDING, hold.since())))
                .orElse(held);
        return account.in(Transition.END.to(), hold.since(), account.cleanup()).with(marks);
    }

    private static Attempt<HoldOutcome> done(Account account) {
        return new Attempt.Done<>(new HoldOutcome.Marked(account));
    }
}
