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

    static final Actor SELF = Actor.system("ValueExpirer");

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final DataWriter writer;
    private final AppCache apps;
    private final UploadRelease uploads;

    Expirer(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.writer = new DataWriter(dynamo, settings, platform);
        this.apps = new AppCache(dynamo, settings.apps(), platform.clock());
        this.uploads = new UploadRelease(dynamo, settings, platform);
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

    /** Removes expired values of both realms of a user, and expired uploads; returns whether there were any. */
    private boolean collect(Namespace.AppData user) {
        Optional<Item> counters = writer.readUsage(user);
        boolean found = hasUploads(counters) && uploads.expireAll(blobs(user));
        for (Realm realm : hasExpiring(counters) ? Realm.values() : new Realm[0]) {
            Namespace.AppData namespace = new Namespace.AppData(user.app(), user.user(), realm);
            List<DataKey> keys = dynamo.read(expired(namespace), MOST, head -> new DataKey(head.text(Attributes.KEY)));
            keys.forEach(key -> expire(namespace, key));
            found |= !keys.isEmpty();
        }
        return found;
    }

    /** Returns the bytes of a user's expired values and uploads that are still counted. */
    long expiredBytes(Namespace.AppData user) {
        Optional<Item> counters = writer.readUsage(user);
        AtomicLong bytes = new AtomicLong(hasUploads(counters) ? uploads.expiredBytes(blobs(user)) : 0);
        for (Realm realm : hasExpiring(counters) ? Realm.values() : new Realm[0]) {
            dynamo.forEach(
                    expired(new Namespace.AppData(user.app(), user.user(), realm)),
                    head -> bytes.addAndGet(DataRow.size(head)));
        }
        return bytes.get();
    }

    private static Namespace.AppData blobs(Namespace.AppData user) {
        return new Namespace.AppData(user.app(), user.user(), Realm.BLOB);
    }

    /** Most users have no value that expires, so that their values are not read. */
    private static boolean hasExpiring(Optional<Item> counters) {
        return counters.filter(row -> row.flag(EXPIRING)).isPresent();
    }

    private static boolean hasUploads(Optional<Item> counters) {
        return counters.map(UsageRow::usage)
                .filter(usage -> usage.reserved().items() > 0)
                .isPresent();
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
