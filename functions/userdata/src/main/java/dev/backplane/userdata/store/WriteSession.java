package dev.backplane.userdata.store;

import dev.backplane.platform.Actor;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.userdata.App;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Expiry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.ValueWrite;
import dev.backplane.userdata.WriteOutcome;
import dev.backplane.userdata.store.BlindCount.Counters;
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
            Preconditions preconditions,
            Actor actor) {

        static Target of(ValueWrite write, UserdataSettings settings) {
            Optional<Namespace.AppData> counted =
                    write.namespace() instanceof Namespace.AppData appData ? Optional.of(appData) : Optional.empty();
            return new Target(
                    Location.of(write.namespace(), settings),
                    counted,
                    write.key(),
                    write.edit(),
                    write.preconditions(),
                    write.actor());
        }

        /**
         * Returns the value that the caller named by its tag, if the edit needs nothing else. The object of a large value
         * is known only from its row.
         */
        Optional<ExpectedValue> named(Instant now) {
            return preconditions
                    .only()
                    .filter(tag -> tag.size() <= key.sizeWith(Payload.MAX_BYTES))
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
    private final Optional<UserState> user;
    private @Nullable ExpectedValue expected;

    WriteSession(DataWriter writer, ValueReader values, AppCache apps, Target target) {
        this.writer = writer;
        this.values = values;
        this.apps = apps;
        this.target = target;
        this.user = target.counted().map(namespace -> new UserState(writer, apps, namespace));
        this.expected = target.named(writer.now()).orElse(null);
    }

    Attempt<WriteOutcome> attempt() {
        ExpectedValue value = expected == null ? read() : expected;
        expected = value;
        if (user.filter(state -> !state.appExists(!provesNothing(value))).isPresent()) {
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
        user.ifPresent(state -> {
            Namespace.AppData namespace = state.namespace();
            if (state.needsApp()) {
                keys.put(apps.table(), AppRow.key(namespace.app()));
            }
            if (target.edit() instanceof Edit.Remove
                    || target.preconditions().areForAbsent()
                    || apps.cached(namespace.app()).filter(App::records).isPresent()) {
                keys.put(writer.usageTable(), UsageRow.key(namespace.app(), namespace.user()));
            }
        });
        Map<String, Item> rows = writer.rows(keys);
        if (keys.containsKey(apps.table())) {
            user.orElseThrow().appWas(Optional.ofNullable(rows.get(apps.table())));
        }
        if (keys.containsKey(writer.usageTable())) {
            user.orElseThrow().usageWas(Optional.ofNullable(rows.get(writer.usageTable())));
        }
        return ExpectedValue.of(Optional.ofNullable(rows.get(table)), writer.now());
    }

    /** Returns whether the absence of a value is all that is known, which does not prove that the app exists. */
    private boolean provesNothing(ExpectedValue value) {
        return value instanceof ExpectedValue.Absent
                && !target.preconditions().areForAbsent()
                && (target.edit() instanceof Edit.Remove
                        || target.preconditions().ifMatch().isPresent());
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
        QuotaCheck check = new QuotaCheck(user.flatMap(UserState::limit), Optional.empty(), needed);
        if (!check.fits()) {
            // The value alone exceeds the quota. If it was not read yet, its precondition has to be checked first.
            return value instanceof ExpectedValue.Named
                    ? readAgain()
                    : exceeded(check.withUsed(UsageRow.bytes(user.flatMap(UserState::readUsage))));
        }
        if (value instanceof ExpectedValue.Absent) {
            user.ifPresent(UserState::readCounters);
        }
        Optional<Recording> recording = user.flatMap(state -> state.recording(target.actor()));
        if (isAppGone()) {
            return done(new WriteOutcome.AppNotFound());
        }
        boolean created = value.tag().isEmpty();
        return switch (put(value, row, check.limitBytes(), recording)) {
            case Result.Done _ -> done(new WriteOutcome.Written(row.entry(), created));
            // If the response to a single write is lost, the SDK repeats it, and the write finds its own value.
            case Result.ValueChanged(Optional<Item> head)
            when isOf(row, head) -> done(new WriteOutcome.Written(row.entry(), created));
            case Result.ValueChanged(Optional<Item> head) -> changed(head);
            case Result.UsageRefused(Optional<Item> counters) -> usageRefused(counters, check);
            case Result.AppRefused _ -> appRefused();
            case Result.Busy _ -> new Attempt.Lost<>();
        };
    }

    private Result put(ExpectedValue value, NewRow row, Optional<Long> limit, Optional<Recording> recording) {
        if (recording.isPresent()) {
            UsageChange.Sum sum = UsageChange.Sum.of(value, row.entry());
            return writer.put(target, value, row, user.orElseThrow().change(sum, limit, recording.get()));
        }
        Counters counters = value instanceof ExpectedValue.Absent
                ? user.map(UserState::readCounters).orElse(Counters.ANY)
                : Counters.ANY;
        return writer.put(target, value, row, limit, counters);
    }

    /** Returns whether the app was removed since it was read. */
    private boolean isAppGone() {
        return user.filter(UserState::isAppGone).isPresent();
    }

    /** Returns the refusal, unless the counters were only other than expected. */
    private Attempt<WriteOutcome> usageRefused(Optional<Item> counters, QuotaCheck check) {
        QuotaCheck current = check.withUsed(UsageRow.bytes(counters));
        if (!current.fits()) {
            return exceeded(current);
        }
        user.orElseThrow().usageWas(counters);
        return new Attempt.Lost<>();
    }

    private Attempt<WriteOutcome> appRefused() {
        user.orElseThrow().appRefused();
        return isAppGone() ? done(new WriteOutcome.AppNotFound()) : new Attempt.Lost<>();
    }

    private static boolean isOf(NewRow row, Optional<Item> head) {
        return head.map(DataRow::version).equals(Optional.of(row.entry().version()));
    }

    private Attempt<WriteOutcome> remove(ExpectedValue value) {
        if (value.tag().isEmpty()) {
            return done(new WriteOutcome.KeyNotFound());
        }
        Optional<Recording> recording = user.flatMap(state -> state.recording(target.actor()));
        if (isAppGone()) {
            return done(new WriteOutcome.AppNotFound());
        }
        return switch (delete(value, recording)) {
            case Result.Done _ -> done(new WriteOutcome.Removed());
            case Result.ValueChanged(Optional<Item> head) -> changed(head);
            case Result.AppRefused _ -> throw new IllegalStateException("a removal does not check the app");
            case Result.UsageRefused(Optional<Item> counters) -> {
                user.orElseThrow().usageWas(counters);
                yield new Attempt.Lost<>();
            }
            case Result.Busy _ -> new Attempt.Lost<>();
        };
    }

    private Result delete(ExpectedValue value, Optional<Recording> recording) {
        // A value without counters is only about to be removed by another writer, or damaged.
        return recording
                .filter(_ -> user.flatMap(UserState::counters).isPresent())
                .map(recorded -> {
                    UserState state = user.orElseThrow();
                    return writer.remove(
                            target, value, state.change(UsageChange.Sum.of(value), state.limit(), recorded));
                })
                .orElseGet(() -> writer.remove(target, value, user.flatMap(UserState::usage)));
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

    private static Attempt<WriteOutcome> exceeded(QuotaCheck check) {
        return done(new WriteOutcome.QuotaExceeded(check));
    }

    private static Attempt<WriteOutcome> done(WriteOutcome outcome) {
        return new Attempt.Done<>(outcome);
    }
}
