package dev.backplane.userdata.store;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.Change;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import dev.backplane.userdata.store.BlindCount.Counters;
import dev.backplane.userdata.store.BlindCount.KnownUsage;
import dev.backplane.userdata.store.WriteSession.Target;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes a value, in one or two rows, together with the counters of its user and what is recorded of the change. */
final class DataWriter {

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Clock clock;
    private final Ids ids;
    private final AppGuards guards;
    private final DiscardedObjects discarded;

    DataWriter(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = platform.clock();
        this.ids = platform.ids();
        this.guards = new AppGuards(dynamo, settings.apps(), clock);
        this.discarded = new DiscardedObjects(dynamo, settings, clock);
    }

    Instant now() {
        return Times.now(clock);
    }

    /** Returns the next version of a value. */
    Version nextVersion(Optional<Instant> created) {
        Instant now = now();
        return Version.next(Optional.of(created.orElse(now)), now, ids);
    }

    String usageTable() {
        return settings.appUsage();
    }

    /** Creates the guard rows of an app that is older than them. */
    void createGuards(AppName app) {
        guards.create(app);
    }

    /** Reads one row of each table, in one call. */
    Map<String, Item> rows(Map<String, Map<String, AttributeValue>> keyByTable) {
        if (keyByTable.size() > 1) {
            return dynamo.getEach(keyByTable);
        }
        Map<String, Item> rows = new HashMap<>();
        keyByTable.forEach((table, key) -> dynamo.get(table, key).ifPresent(row -> rows.put(table, row)));
        return rows;
    }

    /** Reads the counters of a user. */
    Optional<Item> readUsage(Namespace.AppData namespace) {
        return dynamo.get(settings.appUsage(), UsageRow.key(namespace.app(), namespace.user()));
    }

    /**
     * Replaces the expected value of an app that records nothing, or one that is not counted.
     *
     * @param limit the quota, if there is one
     * @param counters whether the app has another value of the user; matters only for a value that does not exist yet
     */
    Result put(Target target, ExpectedValue expected, NewRow row, Optional<Long> limit, Counters counters) {
        String table = target.location().table();
        if (target.counted().isEmpty() && row.separate().isEmpty() && !expected.isSeparate()) {
            return result(dynamo.put(table, row.head(), expected.condition()));
        }
        Transaction transaction = new Transaction();
        Action value = ValueActions.putHead(transaction, target.location(), expected, row);
        Optional<UsageChange.Actions> counted = target.counted()
                .map(namespace -> new BlindCount(settings.appUsage(), guards, namespace)
                        .add(transaction, UsageChange.Sum.of(expected, row.entry()), row.entry(), limit, counters));
        ValueActions.putSeparate(transaction, target.location(), expected, row);
        discarded.discard(transaction, target.location(), expected);
        return result(dynamo.transact(transaction), value, counted);
    }

    /**
     * Deletes the expected value of an app that records nothing, or one that is not counted.
     *
     * @param known the counters, or empty if there were none
     */
    Result remove(Target target, ExpectedValue expected, Optional<KnownUsage> known) {
        String table = target.location().table();
        if (target.counted().isEmpty() && !expected.isSeparate()) {
            return result(dynamo.delete(table, target.location().head(target.key()), expected.condition()));
        }
        Transaction transaction = new Transaction();
        Action value = ValueActions.deleteHead(transaction, target.location(), target.key(), expected);
        Optional<UsageChange.Actions> counted = target.counted()
                .map(namespace -> new BlindCount(settings.appUsage(), guards, namespace)
                        .remove(transaction, expected.size(), known, nextRev()))
                .map(usage -> new UsageChange.Actions(usage, Optional.empty()));
        ValueActions.deleteSeparate(transaction, target.location(), target.key(), expected);
        discarded.discard(transaction, target.location(), expected);
        return result(dynamo.transact(transaction), value, counted);
    }

    /** Replaces the expected value, and records the change. */
    Result put(Target target, ExpectedValue expected, NewRow row, UsageChange change) {
        Transaction transaction = new Transaction();
        Action value = ValueActions.putHead(transaction, target.location(), expected, row);
        ValueActions.putSeparate(transaction, target.location(), expected, row);
        discarded.discard(transaction, target.location(), expected);
        Change written = Change.written(change.namespace().realm(), row.entry());
        UsageChange.Actions counted =
                change.in(transaction, settings, guards, row.entry().version(), List.of(written));
        return result(dynamo.transact(transaction), value, Optional.of(counted));
    }

    /** Deletes the expected value, and records the change. */
    Result remove(Target target, ExpectedValue expected, UsageChange change) {
        Version rev = nextRev();
        Transaction transaction = new Transaction();
        Action value = ValueActions.deleteHead(transaction, target.location(), target.key(), expected);
        ValueActions.deleteSeparate(transaction, target.location(), target.key(), expected);
        discarded.discard(transaction, target.location(), expected);
        Change removed = Change.removed(change.namespace().realm(), target.key(), rev);
        UsageChange.Actions counted = change.in(transaction, settings, guards, rev, List.of(removed));
        return result(dynamo.transact(transaction), value, Optional.of(counted));
    }

    private Version nextRev() {
        return Version.next(Optional.empty(), now(), ids);
    }

    /** Returns what a write records. */
    Recording recording(App app, Optional<Item> counters, Actor actor) {
        return Recording.of(app, counters, ids.next(), new Recording.Write(actor, now()));
    }

    /** The result of one attempt to write a value together with its counters. */
    sealed interface Result {

        record Done() implements Result {}

        /** The value is not the expected one. */
        record ValueChanged(Optional<Item> head) implements Result {}

        /** The value is the expected one, and the counters do not allow the write. */
        record UsageRefused(Optional<Item> usage) implements Result {}

        /** The app does not exist, or is older than guard rows and has none yet. */
        record AppRefused() implements Result {}

        /** Another write was in progress, so that nothing is known about the counters. */
        record Busy() implements Result {}
    }

    private static Result result(Write write) {
        return switch (write) {
            case Write.Applied _ -> new Result.Done();
            case Write.Refused(Optional<Item> current) -> new Result.ValueChanged(current);
        };
    }

    private static Result result(Transaction.Result transacted, Action value, Optional<UsageChange.Actions> counted) {
        if (!(transacted instanceof Transaction.Refused refused)) {
            return new Result.Done();
        }
        if (refused.failed(value)) {
            return new Result.ValueChanged(refused.current(value));
        }
        if (!refused.held(value)) {
            return new Result.Busy();
        }
        if (counted.flatMap(UsageChange.Actions::guard).filter(refused::failed).isPresent()) {
            return new Result.AppRefused();
        }
        return counted.map(UsageChange.Actions::usage)
                .filter(refused::failed)
                .<Result>map(usage -> new Result.UsageRefused(refused.current(usage)))
                .orElseGet(Result.Busy::new);
    }
}
