package dev.backplane.userdata.store;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.userdata.App;
import dev.backplane.userdata.BatchChange;
import dev.backplane.userdata.BatchOutcome;
import dev.backplane.userdata.BatchOutcome.Failure;
import dev.backplane.userdata.BatchOutcome.Result;
import dev.backplane.userdata.BatchWrite;
import dev.backplane.userdata.Change;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One batch, attempted until it is written or refused: one read of everything that it depends on, and one transaction.
 *
 * <p>Reads of several rows are not atomic, so a quota is refused only by a transaction that found all values as they were
 * read.
 */
final class BatchSession {

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Platform platform;
    private final AppGuards guards;
    private final BatchWrite batch;
    private final BatchMemory memory;
    private final Namespace.AppData namespace;
    private final Location location;

    BatchSession(Dynamo dynamo, UserdataSettings settings, Platform platform, BatchWrite batch) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.platform = platform;
        this.guards = new AppGuards(dynamo, settings.apps(), platform.clock());
        this.batch = batch;
        this.memory = new BatchMemory(settings.calculatedBehavior(), batch);
        this.namespace = new Namespace.AppData(batch.app(), batch.user(), Realm.JSON);
        this.location = Location.of(namespace, settings);
    }

    /** What the batch depends on; the expected values are in the order of the changes. */
    private record Seen(Optional<Item> memory, Optional<App> app, Optional<Item> usage, List<ExpectedValue> expected) {}

    /** A transaction, what it writes, and its actions by what a refusal of them means. */
    private record Plan(
            Transaction transaction,
            List<Result> results,
            List<Action> values,
            Optional<UsageChange> change,
            Optional<UsageChange.Actions> counted,
            Action memory) {}

    /** What a batch writes, as it is collected. */
    private record Parts(Transaction transaction, List<Action> values, List<Result> results, List<Change> changes) {}

    Attempt<BatchOutcome> attempt() {
        Seen seen = withAppOfFeed(read());
        Instant now = Times.now(platform.clock());
        Optional<Item> remembered = seen.memory().filter(row -> BatchMemory.isValid(row, now));
        if (remembered.isPresent()) {
            return done(memory.outcome(remembered.get()));
        }
        if (seen.app().isEmpty()) {
            return done(new BatchOutcome.AppNotFound());
        }
        List<Failure> failures = failures(seen.expected());
        if (!failures.isEmpty()) {
            return done(new BatchOutcome.PreconditionFailed(failures));
        }
        long total = batch.newBytes()
                + seen.expected().stream().mapToLong(ExpectedValue::size).sum();
        if (total > BatchWrite.MAX_BYTES) {
            return done(new BatchOutcome.TooLarge(total));
        }
        Plan plan = plan(seen, seen.app().get(), now);
        Optional<BatchOutcome> excess = plan.change()
                .filter(_ -> seen.usage().isEmpty())
                .filter(change -> change.exceedsLimit(Optional.empty()))
                .map(change -> exceeded(change, Optional.empty()));
        return excess.map(BatchSession::done).orElseGet(() -> write(plan));
    }

    /** Reads the app again if the counters belong to another feed, because the two were not read at the same time. */
    private Seen withAppOfFeed(Seen seen) {
        return seen.app()
                .filter(app -> Recording.isOfOtherFeed(seen.usage(), app))
                .map(_ -> dynamo.get(settings.apps(), AppRow.key(batch.app())).map(AppRow::toApp))
                .map(app -> new Seen(seen.memory(), app, seen.usage(), seen.expected()))
                .orElse(seen);
    }

    private Seen read() {
        Map<String, List<Item>> rows = dynamo.getAll(Map.of(
                location.table(),
                        batch.changes().stream()
                                .map(change -> location.head(change.key()))
                                .toList(),
                settings.apps(), List.of(AppRow.key(batch.app())),
                settings.appUsage(), List.of(UsageRow.key(batch.app(), batch.user())),
                settings.calculatedBehavior(), List.of(memory.key())));
        Map<String, Item> heads = rows.getOrDefault(location.table(), List.of()).stream()
                .collect(Collectors.toMap(row -> row.text(Attributes.KEY), Function.identity()));
        Instant now = Times.now(platform.clock());
        List<ExpectedValue> expected = batch.changes().stream()
                .map(change -> ExpectedValue.of(
                        Optional.ofNullable(heads.get(change.key().value())), now))
                .toList();
        return new Seen(
                only(rows, settings.calculatedBehavior()),
                only(rows, settings.apps()).map(AppRow::toApp),
                only(rows, settings.appUsage()),
                expected);
    }

    private static Optional<Item> only(Map<String, List<Item>> rows, String table) {
        return rows.getOrDefault(table, List.of()).stream().findFirst();
    }

    private List<Failure> failures(List<ExpectedValue> expected) {
        return IntStream.range(0, expected.size())
                .filter(i -> !batch.changes()
                        .get(i)
                        .preconditions()
                        .holdFor(expected.get(i).tag()))
                .mapToObj(i -> new Failure(
                        i, batch.changes().get(i).key(), expected.get(i).tag()))
                .toList();
    }

    private Plan plan(Seen seen, App app, Instant now) {
        Parts parts = new Parts(new Transaction(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Version rev = Version.next(Optional.empty(), now, platform.ids());
        UsageChange.Sum sum = UsageChange.Sum.NOTHING;
        for (int i = 0; i < batch.changes().size(); i++) {
            ExpectedValue expected = seen.expected().get(i);
            sum = sum.plus(add(parts, batch.changes().get(i), expected));
        }
        Recording recording =
                Recording.of(app, seen.usage(), platform.ids().next(), new Recording.Write(batch.actor(), now));
        Optional<UsageChange> change = parts.changes().isEmpty()
                ? Optional.empty()
                : Optional.of(new UsageChange(namespace, seen.usage(), sum, app.quotaBytes(), recording));
        Optional<UsageChange.Actions> counted =
                change.map(counters -> counters.in(parts.transaction(), settings, guards, rev, parts.changes()));
        Action remembered = memory.store(parts.transaction(), parts.results(), now);
        return new Plan(parts.transaction(), parts.results(), parts.values(), change, counted, remembered);
    }

    /** Adds a change of the batch; returns how the values grow. */
    private UsageChange.Sum add(Parts parts, BatchChange change, ExpectedValue expected) {
        Transaction transaction = parts.transaction();
        if (!(change.edit() instanceof Edit.Replace replacement)) {
            parts.values().add(ValueActions.deleteHead(transaction, location, change.key(), expected));
            ValueActions.deleteSeparate(transaction, location, change.key(), expected);
            parts.results().add(new Result.Deleted(change.key(), expected.tag().isPresent()));
            if (!(expected instanceof ExpectedValue.Absent)) {
                parts.changes().add(Change.removed(namespace.realm(), change.key(), nextVersion(Optional.empty())));
            }
            return UsageChange.Sum.of(expected);
        }
        Instant now = Times.now(platform.clock());
        Version next = nextVersion(Optional.of(expected.created().orElse(now)));
        NewRow row = NewRow.of(location, change.key(), replacement, next);
        parts.values().add(ValueActions.putHead(transaction, location, expected, row));
        ValueActions.putSeparate(transaction, location, expected, row);
        parts.results().add(new Result.Stored(row.entry()));
        parts.changes().add(Change.written(namespace.realm(), row.entry()));
        return UsageChange.Sum.of(expected, row.entry());
    }

    private Version nextVersion(Optional<Instant> created) {
        return Version.next(created, Times.now(platform.clock()), platform.ids());
    }

    private Attempt<BatchOutcome> write(Plan plan) {
        if (!(dynamo.transact(plan.transaction()) instanceof Transaction.Refused refused)) {
            return done(new BatchOutcome.Written(plan.results()));
        }
        if (refused.current(plan.memory()).isPresent()) {
            return done(memory.outcome(refused.current(plan.memory()).get()));
        }
        if (plan.counted()
                .flatMap(UsageChange.Actions::guard)
                .filter(refused::failed)
                .isPresent()) {
            guards.create(batch.app());
            return new Attempt.Lost<>();
        }
        return plan.values().stream().allMatch(refused::held)
                ? plan.counted()
                        .map(UsageChange.Actions::usage)
                        .filter(refused::failed)
                        .map(refused::current)
                        .filter(current -> plan.change().orElseThrow().exceedsLimit(current))
                        .map(current -> done(exceeded(plan.change().orElseThrow(), current)))
                        .orElseGet(Attempt.Lost::new)
                : new Attempt.Lost<>();
    }

    private static BatchOutcome exceeded(UsageChange change, Optional<Item> usage) {
        return new BatchOutcome.QuotaExceeded(new QuotaCheck(
                change.limit(), Optional.of(UsageRow.bytes(usage)), change.sum().bytes()));
    }

    private static Attempt<BatchOutcome> done(BatchOutcome outcome) {
        return new Attempt.Done<>(outcome);
    }
}
