package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.EXPIRING;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.ValueWrite;
import dev.backplane.userdata.store.DataWriter.Result;
import dev.backplane.userdata.store.WriteSession.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Removes expired values, each in one transaction with the counters of its user.
 *
 * <p>The condition is the version of the value, which no other value ever has. So its bytes are given back once, whoever
 * removes it: the sweep, a write that needs the space, or a write of the same key.
 */
final class Expirer {

    /** The largest number of values that a write removes before it is tried again. */
    private static final int MOST = 100;

    private static final Actor SELF = Actor.system("ValueExpirer");

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final DataWriter writer;
    private final AppCache apps;

    Expirer(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.writer = new DataWriter(dynamo, settings, platform);
        this.apps = new AppCache(dynamo, settings.apps(), platform.clock());
    }

    /** Writes; if the write is refused for its quota, removes expired values of the user and writes again. */
    <T> T orCollect(Optional<Namespace.AppData> counted, Supplier<T> write, Predicate<T> exceeded) {
        return dynamo.retry().run(() -> {
            T outcome = write.get();
            return exceeded.test(outcome) && counted.filter(this::collect).isPresent()
                    ? new Attempt.Lost<>()
                    : new Attempt.Done<>(outcome);
        });
    }

    /** Removes expired values of both realms of a user; returns whether there were any. */
    private boolean collect(Namespace.AppData user) {
        if (!hasExpiring(user)) {
            return false;
        }
        boolean found = false;
        for (Realm realm : Realm.values()) {
            Namespace.AppData namespace = new Namespace.AppData(user.app(), user.user(), realm);
            List<DataKey> keys = dynamo.read(expired(namespace), MOST, head -> new DataKey(head.text(Attributes.KEY)));
            keys.forEach(key -> expire(namespace, key));
            found |= !keys.isEmpty();
        }
        return found;
    }

    /** Returns the bytes of a user's expired values that are still counted. */
    long expiredBytes(Namespace.AppData user) {
        AtomicLong bytes = new AtomicLong();
        if (hasExpiring(user)) {
            for (Realm realm : Realm.values()) {
                dynamo.forEach(
                        expired(new Namespace.AppData(user.app(), user.user(), realm)),
                        head -> bytes.addAndGet(DataRow.size(head)));
            }
        }
        return bytes.get();
    }

    /** Most users have no value that expires, so that their values are not read. */
    private boolean hasExpiring(Namespace.AppData user) {
        return writer.readUsage(user).filter(row -> row.flag(EXPIRING)).isPresent();
    }

    private ItemQuery expired(Namespace.AppData namespace) {
        return ValueReader.heads(Location.of(namespace, settings), "").filter(DataRow.isExpired(writer.now()));
    }

    /** Removes a value if it has expired; returns whether it did. */
    boolean expire(Namespace.AppData namespace, DataKey key) {
        ValueWrite removal = new ValueWrite(namespace, key, new Edit.Remove(), Preconditions.NONE, SELF);
        Target target = Target.of(removal, settings);
        return dynamo.retry().run(() -> attempt(target, namespace));
    }

    private Attempt<Boolean> attempt(Target target, Namespace.AppData namespace) {
        Location location = target.location();
        Map<String, Item> rows = writer.rows(Map.of(
                location.table(), location.head(target.key()),
                settings.appUsage(), UsageRow.key(namespace.app(), namespace.user())));
        ExpectedValue value = ExpectedValue.of(Optional.ofNullable(rows.get(location.table())), writer.now());
        if (!(value instanceof ExpectedValue.Expired)) {
            return new Attempt.Done<>(false);
        }
        Optional<Item> counters = Optional.ofNullable(rows.get(settings.appUsage()));
        UserState user = new UserState(writer, apps, namespace);
        user.usageWas(counters);
        Result result = recording(user, counters)
                .map(recorded ->
                        writer.remove(target, value, user.change(UsageChange.Sum.of(value), user.limit(), recorded)))
                .orElseGet(() -> writer.remove(target, value, user.usage()));
        return result instanceof Result.Done ? new Attempt.Done<>(true) : new Attempt.Lost<>();
    }

    /** Returns what the removal records; empty if it only counts. */
    private Optional<Recording> recording(UserState user, Optional<Item> counters) {
        if (counters.isEmpty()) {
            return Optional.empty();
        }
        return user.appExists(true)
                ? user.recording(SELF)
                : counters.filter(_ -> Recording.isKept(counters))
                        .map(row -> Recording.asBefore(row, new Recording.Write(SELF, writer.now())));
    }
}
