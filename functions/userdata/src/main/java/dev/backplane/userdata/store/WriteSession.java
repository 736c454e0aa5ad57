package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Expiry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.WriteOutcome;
import dev.backplane.userdata.store.DataWriter.Counters;
import dev.backplane.userdata.store.DataWriter.KnownUsage;
import dev.backplane.userdata.store.DataWriter.Result;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One edit of one value, attempted until it is done or refused.
 *
 * <p>A refused attempt returns the current rows, and the next attempt uses them, so that only the first may have to read.
 */
final class WriteSession {

    /**
     * An edit and the value that it changes.
     *
     * @param counted the namespace, if its values count towards a quota
     */
    record Target(
            Location location,
            Optional<Namespace.AppData> counted,
            DataKey key,
            Edit edit,
            Preconditions preconditions) {

        static Target of(Location location, Namespace namespace, DataKey key, Edit edit, Preconditions preconditions) {
            Optional<Namespace.AppData> counted =
                    namespace instanceof Namespace.AppData appData ? Optional.of(appData) : Optional.empty();
            return new Target(location, counted, key, edit, preconditions);
        }

        /** Returns the value that the caller named by its tag, if the edit needs nothing else. */
        Optional<ExpectedValue> named(Instant now) {
            return preconditions
                    .only()
                    .filter(tag -> switch (edit) {
                        case Edit.Replace _ -> tag.version().created().isPresent();
                        case Edit.Merge _ -> false;
                        case Edit.Remove _ -> true;
                    })
                    .map(tag -> new ExpectedValue.Named(tag, now));
        }
    }

    private final DataWriter writer;
    private final ValueReader values;
    private final AppCache apps;
    private final Target target;
    private @Nullable ExpectedValue expected;
    private Optional<App> app = Optional.empty();
    private Optional<KnownUsage> usage;

    WriteSession(DataWriter writer, ValueReader values, AppCache apps, Target target) {
        this.writer = writer;
        this.values = values;
        this.apps = apps;
        this.target = target;
        this.expected = target.named(writer.now()).orElse(null);
        this.usage = target.counted().map(_ -> new KnownUsage(Optional.empty()));
    }

    Attempt<WriteOutcome> attempt() {
        ExpectedValue value = expected == null ? read() : expected;
        expected = value;
        if (target.counted().isPresent() && !appExists(value, target.counted().get())) {
            return done(new WriteOutcome.AppNotFound());
        }
        if (!target.preconditions().holdFor(value.tag())) {
            return done(new WriteOutcome.PreconditionFailed(value.tag()));
        }
        return switch (target.edit()) {
            case Edit.Replace replacement -> store(value, replacement);
            case Edit.Merge merge -> merge(value, merge);
            case Edit.Remove _ -> remove(value);
        };
    }

    /** Reads the value, and in the same call the app and the counters if they are needed. */
    private ExpectedValue read() {
        String table = target.location().table();
        Map<String, Map<String, AttributeValue>> keys =
                new HashMap<>(Map.of(table, target.location().head(target.key())));
        target.counted().ifPresent(namespace -> {
            if (app.isEmpty() && apps.cached(namespace.app()).isEmpty()) {
                keys.put(apps.table(), AppRow.key(namespace.app()));
            }
            if (target.edit() instanceof Edit.Remove || target.preconditions().areForAbsent()) {
                keys.put(writer.usageTable(), UsageRow.key(namespace.app(), namespace.user()));
            }
        });
        Map<String, Item> rows = writer.rows(keys);
        if (keys.containsKey(apps.table())) {
            app = apps.put(target.counted().orElseThrow().app(), Optional.ofNullable(rows.get(apps.table())));
        }
        if (keys.containsKey(writer.usageTable())) {
            usage = known(Optional.ofNullable(rows.get(writer.usageTable())));
        }
        return ExpectedValue.of(Optional.ofNullable(rows.get(table)), writer.now());
    }

    private static Optional<KnownUsage> known(Optional<Item> row) {
        return row.map(found -> new KnownUsage(Optional.of(found)));
    }

    /** Returns whether the app exists. A write checks this itself; without a write, an absent value does not prove it. */
    private boolean appExists(ExpectedValue value, Namespace.AppData namespace) {
        if (app.isEmpty()) {
            boolean missing = value instanceof ExpectedValue.Absent
                    && !target.preconditions().areForAbsent()
                    && (target.edit() instanceof Edit.Remove
                            || target.preconditions().ifMatch().isPresent());
            Optional<App> cached = missing ? Optional.empty() : apps.cached(namespace.app());
            app = cached.or(() -> apps.read(namespace.app()));
        }
        return app.isPresent();
    }

    private Attempt<WriteOutcome> merge(ExpectedValue value, Edit.Merge merge) {
        Optional<Payload> current = Optional.empty();
        Optional<Expiry> expiry = merge.expiry();
        if (value instanceof ExpectedValue.Read read) {
            current = values.payload(target.location(), read.entry(), read.head());
            if (current.isEmpty()) {
                return readAgain();
            }
            expiry = expiry.or(() -> read.entry().expiresAt().map(Expiry.At::new));
        }
        Optional<Expiry> kept = expiry;
        return merge.apply(current)
                .map(payload -> store(value, new Edit.Replace(payload, kept)))
                .orElseGet(() -> done(new WriteOutcome.InvalidDataType()));
    }

    private Attempt<WriteOutcome> store(ExpectedValue value, Edit.Replace replacement) {
        if (replacement.payload().isTooLarge()) {
            return done(new WriteOutcome.TooLarge(replacement.payload().bytes().length));
        }
        NewRow row = NewRow.of(target.location(), target.key(), replacement, writer.nextVersion(value.created()));
        long needed = row.entry().size() - value.size();
        Optional<Long> limit = app.flatMap(App::quotaBytes);
        if (limit.filter(bytes -> needed > bytes).isPresent()) {
            // The value alone exceeds the quota. If it was not read yet, its precondition has to be checked first.
            return value instanceof ExpectedValue.Named ? readAgain() : exceeded(limit, readUsage(), needed);
        }
        boolean created = value.tag().isEmpty();
        Counters counters = value instanceof ExpectedValue.Absent ? counters() : Counters.ANY;
        return switch (writer.put(target, value, row, limit, counters)) {
            case Result.Done _ -> done(new WriteOutcome.Written(row.entry(), created));
            case Result.UsageRefused(Optional<Item> refused) -> usageRefused(refused, limit, needed, counters);
            case Result.AppRefused _ -> appRefused();
            // If the response to a single write is lost, the SDK repeats it, and the write finds its own value.
            case Result.ValueChanged(Optional<Item> head)
            when isOf(row, head) -> done(new WriteOutcome.Written(row.entry(), created));
            case Result.ValueChanged(Optional<Item> head) -> changed(head);
            case Result.Busy _ -> new Attempt.Lost<>();
        };
    }

    /** Returns whether the app has another value of the user; the counters are read once. */
    private Counters counters() {
        if (usage.filter(counters -> counters.row().isEmpty()).isPresent()) {
            usage = known(readUsage());
        }
        return usage.isPresent() ? Counters.PRESENT : Counters.NONE;
    }

    /** Returns the refusal, unless the user's other values were deleted or the first one was written meanwhile. */
    private Attempt<WriteOutcome> usageRefused(
            Optional<Item> row, Optional<Long> limit, long needed, Counters counters) {
        if (row.isPresent() && counters != Counters.NONE) {
            return exceeded(limit, row, needed);
        }
        usage = known(row);
        return new Attempt.Lost<>();
    }

    /** Reads the app again: it does not exist, or is older than guard rows and gets them now. */
    private Attempt<WriteOutcome> appRefused() {
        AppName name = target.counted().orElseThrow().app();
        app = apps.read(name);
        if (app.isEmpty()) {
            return done(new WriteOutcome.AppNotFound());
        }
        writer.createGuards(name);
        return new Attempt.Lost<>();
    }

    private static boolean isOf(NewRow row, Optional<Item> head) {
        return head.map(DataRow::version).equals(Optional.of(row.entry().version()));
    }

    private Attempt<WriteOutcome> remove(ExpectedValue value) {
        if (value.tag().isEmpty()) {
            return done(new WriteOutcome.KeyNotFound());
        }
        return switch (writer.remove(target, value, usage)) {
            case Result.Done _ -> done(new WriteOutcome.Removed());
            case Result.ValueChanged(Optional<Item> head) -> changed(head);
            case Result.AppRefused _ -> throw new IllegalStateException("a removal does not check the app");
            case Result.UsageRefused(Optional<Item> counters) -> {
                usage = known(counters);
                yield new Attempt.Lost<>();
            }
            case Result.Busy _ -> new Attempt.Lost<>();
        };
    }

    private Attempt<WriteOutcome> changed(Optional<Item> head) {
        ExpectedValue value = ExpectedValue.of(head, writer.now());
        expected = value;
        return target.preconditions().holdFor(value.tag())
                ? new Attempt.Lost<>()
                : done(new WriteOutcome.PreconditionFailed(value.tag()));
    }

    private Attempt<WriteOutcome> readAgain() {
        expected = null;
        return new Attempt.Lost<>();
    }

    private Optional<Item> readUsage() {
        return target.counted().flatMap(writer::readUsage);
    }

    private static Attempt<WriteOutcome> exceeded(Optional<Long> limit, Optional<Item> counters, long needed) {
        return done(
                new WriteOutcome.QuotaExceeded(new QuotaCheck(limit, Optional.of(UsageRow.bytes(counters)), needed)));
    }

    private static Attempt<WriteOutcome> done(WriteOutcome outcome) {
        return new Attempt.Done<>(outcome);
    }
}
