package dev.backplane.userdata.store;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.userdata.App;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Fit;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Shelf;
import dev.backplane.userdata.Version;
import dev.backplane.userdata.WriteOutcome;
import dev.backplane.userdata.store.DataWriter.UsageSeen;
import dev.backplane.userdata.store.UsageChange.Counters;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One edit of one value, tried until it is done or refused.
 *
 * <p>What a refused try tells about the rows is what the next one builds on, so that only the first may have to read.
 */
final class WriteSession {

    private final DataStore store;
    private final Dynamo dynamo;
    private final WriteTarget target;
    private @Nullable Seen seen;
    private Optional<App> app = Optional.empty();
    private Optional<UsageSeen> usage;

    WriteSession(DataStore store, WriteTarget target) {
        this.store = store;
        this.dynamo = store.dynamo();
        this.target = target;
        this.seen = target.named().orElse(null);
        this.usage = target.counted().map(_ -> new UsageSeen(Optional.empty()));
    }

    Attempt<WriteOutcome> attempt() {
        Seen value = seen == null ? look() : seen;
        seen = value;
        if (target.counted().isPresent() && !isAppThere(value, target.counted().get())) {
            return done(new WriteOutcome.AppNotFound());
        }
        if (!target.preconditions().holdFor(value.tag())) {
            return done(new WriteOutcome.PreconditionFailed(value.tag()));
        }
        return switch (target.edit()) {
            case Edit.Replace(Payload payload) -> store(value, payload);
            case Edit.Merge merge -> merge(value, merge);
            case Edit.Remove _ -> remove(value);
        };
    }

    /** Reads the value, and with it whatever else must be read. */
    private Seen look() {
        String table = target.location().table();
        Map<String, AttributeValue> key = target.location().head(target.key());
        Map<String, Map<String, AttributeValue>> keys = new HashMap<>(Map.of(table, key));
        Optional<Shelf.AppData> counted = target.counted();
        counted.filter(shelf ->
                        app.isEmpty() && store.apps().recent(shelf.app()).isEmpty())
                .ifPresent(shelf -> keys.put(store.apps().table(), AppRow.key(shelf.app())));
        counted.filter(_ -> target.edit() instanceof Edit.Remove
                        || target.preconditions().areForAbsent())
                .ifPresent(shelf -> keys.put(store.settings().appUsage(), UsageRow.key(shelf.app(), shelf.user())));
        if (keys.size() == 1) {
            return Seen.of(dynamo.get(get -> get.tableName(table).key(key).consistentRead(true)));
        }
        Map<String, Item> rows = dynamo.getEach(keys);
        if (keys.containsKey(store.apps().table())) {
            app = store.apps()
                    .remember(
                            counted.orElseThrow().app(),
                            Optional.ofNullable(rows.get(store.apps().table())));
        }
        if (keys.containsKey(store.settings().appUsage())) {
            usage = Optional.ofNullable(rows.get(store.settings().appUsage()))
                    .map(row -> new UsageSeen(Optional.of(row)));
        }
        return Seen.of(Optional.ofNullable(rows.get(table)));
    }

    /** A value that is written proves that its app is there, or has it checked; one that is missing proves nothing. */
    private boolean isAppThere(Seen value, Shelf.AppData shelf) {
        if (app.isEmpty()) {
            boolean missing = value instanceof Seen.Absent
                    && !target.preconditions().areForAbsent()
                    && (target.edit() instanceof Edit.Remove
                            || target.preconditions().ifMatch().isPresent());
            Optional<App> recent = missing ? Optional.empty() : store.apps().recent(shelf.app());
            app = recent.or(() -> store.apps().read(shelf.app()));
        }
        return app.isPresent();
    }

    private Attempt<WriteOutcome> merge(Seen value, Edit.Merge merge) {
        Optional<Payload> current = Optional.empty();
        if (value instanceof Seen.Read read) {
            current = store.values().payload(target.location(), read.entry(), read.head());
            if (current.isEmpty()) {
                return lookAgain();
            }
        }
        return merge.apply(current)
                .map(payload -> store(value, payload))
                .orElseGet(() -> done(new WriteOutcome.InvalidDataType()));
    }

    private Attempt<WriteOutcome> store(Seen value, Payload payload) {
        if (payload.isTooLarge()) {
            return done(new WriteOutcome.TooLarge(payload.bytes().length));
        }
        NewRow row = NewRow.of(target.location(), target.key(), payload, value.created(), writing());
        long needed = row.entry().size() - value.size();
        Optional<Long> limit = app.flatMap(App::quotaBytes);
        if (limit.filter(bytes -> needed > bytes).isPresent()) {
            // More than all there is. Of a value that nobody has looked at, the precondition is to be answered first.
            return value instanceof Seen.Named ? lookAgain() : exceeded(limit, readUsage(), needed);
        }
        boolean created = value instanceof Seen.Absent;
        Counters counters = created ? counters() : Counters.ANY;
        return switch (store.writer().put(target, value, row, limit, counters)) {
            case Committed.Done _ -> done(new WriteOutcome.Written(row.entry(), created));
            case Committed.UsageRefused(Optional<Item> refused) ->
                refused.isEmpty() ? nowTheFirst() : exceeded(limit, refused, needed);
            case Committed.AppRefused _ -> appRefused();
            // Asked for again after a lost answer, a write outside of a transaction finds its own work.
            case Committed.ValueChanged(Optional<Item> head)
            when isOf(row, head) -> done(new WriteOutcome.Written(row.entry(), created));
            case Committed.ValueChanged(Optional<Item> head) -> changed(head);
            case Committed.Busy _ -> new Attempt.Lost<>();
        };
    }

    /** Says whether the app keeps another value of the user, which is read once. */
    private Counters counters() {
        if (usage.filter(counters -> counters.row().isEmpty()).isPresent()) {
            usage = readUsage().map(row -> new UsageSeen(Optional.of(row)));
        }
        return usage.isPresent() ? Counters.PRESENT : Counters.ANY;
    }

    /** The user's other values went meanwhile. */
    private Attempt<WriteOutcome> nowTheFirst() {
        usage = Optional.empty();
        return new Attempt.Lost<>();
    }

    /** An app that is being removed is gone the next moment, or takes users again. */
    private Attempt<WriteOutcome> appRefused() {
        app = store.apps().read(target.counted().orElseThrow().app());
        return app.isEmpty() ? done(new WriteOutcome.AppNotFound()) : new Attempt.Lost<>();
    }

    private static boolean isOf(NewRow row, Optional<Item> head) {
        return head.map(DataRow::version).equals(Optional.of(row.entry().version()));
    }

    private Attempt<WriteOutcome> remove(Seen value) {
        if (value instanceof Seen.Absent) {
            return done(new WriteOutcome.KeyNotFound());
        }
        Version rev = Version.next(Optional.empty(), now(), false, store.ids());
        return switch (store.writer().remove(target, value, usage, rev)) {
            case Committed.Done _ -> done(new WriteOutcome.Removed());
            case Committed.ValueChanged(Optional<Item> head) -> changed(head);
            case Committed.AppRefused _ -> throw new IllegalStateException("a removal does not look at the app");
            case Committed.UsageRefused(Optional<Item> counters) -> {
                usage = counters.map(row -> new UsageSeen(Optional.of(row)));
                yield new Attempt.Lost<>();
            }
            case Committed.Busy _ -> new Attempt.Lost<>();
        };
    }

    private Attempt<WriteOutcome> changed(Optional<Item> head) {
        Seen value = Seen.of(head);
        seen = value;
        return target.preconditions().holdFor(value.tag())
                ? new Attempt.Lost<>()
                : done(new WriteOutcome.PreconditionFailed(value.tag()));
    }

    private Attempt<WriteOutcome> lookAgain() {
        seen = null;
        return new Attempt.Lost<>();
    }

    private Optional<Item> readUsage() {
        return target.counted()
                .flatMap(shelf ->
                        dynamo.get(get -> get.tableName(store.settings().appUsage())
                                .key(UsageRow.key(shelf.app(), shelf.user()))
                                .consistentRead(true)));
    }

    private static Attempt<WriteOutcome> exceeded(Optional<Long> limit, Optional<Item> counters, long needed) {
        return done(new WriteOutcome.QuotaExceeded(new Fit(limit, Optional.of(UsageRow.bytes(counters)), needed)));
    }

    private NewRow.Writing writing() {
        return new NewRow.Writing(now(), store.ids());
    }

    private Instant now() {
        return Times.now(store.clock());
    }

    private static Attempt<WriteOutcome> done(WriteOutcome outcome) {
        return new Attempt.Done<>(outcome);
    }
}
