package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.userdata.store.Attributes.ACTOR;
import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.UPDATED_AT;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Texts;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.JobId;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.Removed;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The removals of users and apps.
 *
 * <p>A removal begins with a mark, which every write reads. Writes that read before the mark was set are over when the
 * workflow has waited, and then it sweeps again.
 */
public final class RemovalStore {

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Platform platform;
    private final DataEraser eraser;
    private final AppGuards guards;

    RemovalStore(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.platform = platform;
        this.guards = new AppGuards(dynamo, settings.apps(), platform.clock());
        this.eraser = new DataEraser(
                dynamo,
                settings,
                guards,
                new ExportFiles(platform, settings),
                new DiscardedObjects(dynamo, settings, platform.clock()));
    }

    /** Begins the erasure of a user, or returns the one that is in progress. */
    public Removal beginErasure(UserId user, Actor actor, Optional<String> reason) {
        return dynamo.retry()
                .run(() -> {
                    Removal removal = next(JobId.Kind.ERASURE, new Removal.Subject.OfUser(user), actor, reason);
                    return begin(removal, new Transaction());
                })
                .orElseThrow();
    }

    /** Begins the purge of an app, or returns the one that is in progress; empty when there is no such app. */
    public Optional<Removal> beginPurge(AppName app, Actor actor, Optional<String> reason) {
        return dynamo.retry().run(() -> {
            Removal removal = next(JobId.Kind.PURGE, new Removal.Subject.OfApp(app), actor, reason);
            Transaction transaction = new Transaction();
            transaction.check(settings.apps(), AppRow.key(app), exists(APP));
            return begin(removal, transaction);
        });
    }

    private Removal next(JobId.Kind kind, Removal.Subject subject, Actor actor, Optional<String> reason) {
        Instant now = Times.now(platform.clock());
        return new Removal(JobId.next(kind, platform.ids()), subject, false, 1, Map.of(), actor, reason, now, now);
    }

    private Attempt<Optional<Removal>> begin(Removal removal, Transaction transaction) {
        Action marked = transaction.put(settings.dataJobs(), JobRows.mark(removal), absent(JobRows.SUBJECT));
        transaction.put(settings.dataJobs(), JobRows.job(removal));
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Attempt.Done<>(Optional.of(removal));
            case Transaction.Refused refused
            when refused.current(marked).isPresent() ->
                find(JobId.parse(refused.current(marked).get().text(JobRows.JOB_ID)))
                        .filter(found -> !found.done())
                        .<Attempt<Optional<Removal>>>map(found -> new Attempt.Done<>(Optional.of(found)))
                        .orElseGet(Attempt.Lost::new);
            case Transaction.Refused _ -> new Attempt.Done<>(Optional.empty());
        };
    }

    public Optional<Removal> find(JobId id) {
        return dynamo.get(settings.dataJobs(), JobRows.key(id)).map(JobRows::toRemoval);
    }

    /** Returns the hash of a user's id as receipts have it. */
    public String hash(UserId user) {
        return new StageKey(dynamo, settings.dataJobs(), platform.ids()).hash(user);
    }

    /** Returns why values of a namespace may not be written now, if so. */
    public Optional<Removal.Refusal> refusal(Namespace namespace) {
        return new RemovalMarks(dynamo, settings.dataJobs()).refusal(namespace);
    }

    /** Starts another attempt of a removal whose execution ended without a result; another caller may be first. */
    public void restart(Removal removal) {
        dynamo.update(
                settings.dataJobs(),
                JobRows.key(removal.id()),
                new ItemUpdate()
                        .set(JobRows.ATTEMPT, Values.number(removal.attempt() + 1))
                        .onlyIf(running(), equal(JobRows.ATTEMPT, Values.number(removal.attempt()))));
    }

    private static Condition running() {
        return equal(JobRows.STATUS, Values.text(JobRows.RUNNING));
    }

    /**
     * Removes what is stored, as long as there is time. Safe to repeat and to interrupt.
     *
     * @return whether everything was removed
     */
    public boolean sweep(Removal removal, BooleanSupplier hasTime) {
        return sweep(removal, hasTime, false);
    }

    /** Does the same after the pause, when functions that wrote meanwhile have ended. */
    public boolean resweep(Removal removal, BooleanSupplier hasTime) {
        return sweep(removal, hasTime, true);
    }

    private boolean sweep(Removal removal, BooleanSupplier hasTime, boolean settled) {
        Tally tally = new Tally();
        DataEraser.Sweep sweep =
                new DataEraser.Sweep(tally, settled, () -> hasTime.getAsBoolean() && isCurrent(removal));
        try {
            return switch (removal.subject()) {
                case Removal.Subject.OfUser(UserId user) -> eraser.eraseUser(user, sweep);
                case Removal.Subject.OfApp(AppName app) -> eraser.eraseApp(app, sweep);
                case Removal.Subject.Erased _ -> true;
            };
        } finally {
            count(removal, tally.drain());
        }
    }

    /** Returns whether a removal has not ended, and no later execution has taken over. */
    private boolean isCurrent(Removal removal) {
        return find(removal.id())
                .filter(found -> !found.done() && found.attempt() == removal.attempt())
                .isPresent();
    }

    private void count(Removal removal, Map<Removed, Long> removed) {
        if (!removed.isEmpty()) {
            ItemUpdate update = new ItemUpdate()
                    .set(UPDATED_AT, Values.text(Times.format(Times.now(platform.clock()))))
                    .onlyIf(running());
            removed.forEach((what, number) -> update.add(what.value(), Values.number(number)));
            dynamo.update(settings.dataJobs(), JobRows.key(removal.id()), update);
        }
    }

    /** Replaces the id of an erased user by its hash, also as the actor of the own erasure. */
    private void forget(ItemUpdate update, UserId user, Actor actor) {
        String hash = hash(user);
        update.set(JobRows.USER_HASH, Values.text(hash)).remove(USER);
        if (Texts.lowerCase(actor.id()).equals(user.value())) {
            update.set(ACTOR, Values.text(new Actor(actor.type(), hash).text()));
        }
    }

    /** Ends a removal: its mark goes, and the id of an erased user with it. Nothing happens if it has ended. */
    public void finish(Removal removal) {
        Transaction transaction = new Transaction();
        ItemUpdate update = new ItemUpdate()
                .set(JobRows.STATUS, Values.text(JobRows.DONE))
                .set(UPDATED_AT, Values.text(Times.format(Times.now(platform.clock()))))
                .onlyIf(running());
        switch (removal.subject()) {
            case Removal.Subject.OfUser(UserId user) -> forget(update, user, removal.actor());
            case Removal.Subject.OfApp(AppName app) -> {
                transaction.delete(settings.apps(), AppRow.key(app));
                transaction.delete(settings.appUsage(), AppRow.directoryKey(app));
                guards.purge(transaction, app);
            }
            case Removal.Subject.Erased _ -> {
                return;
            }
        }
        transaction.update(settings.dataJobs(), JobRows.key(removal.id()), update);
        transaction.delete(settings.dataJobs(), JobRows.mark(removal.subject()));
        dynamo.transact(transaction);
    }
}
