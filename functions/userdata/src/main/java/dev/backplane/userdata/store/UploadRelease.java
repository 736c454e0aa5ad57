package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.beginsWith;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.EXPIRES_AT;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.REV;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.userdata.App;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.UploadRemoval;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ends uploads that were not completed, each in one transaction with the counters of its user.
 *
 * <p>The condition is that the upload is still open. So its bytes are given back once, whoever ends it.
 */
final class UploadRelease {

    private static final int MOST = 100;

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Platform platform;
    private final AppCache apps;
    private final AppGuards guards;
    private final DiscardedObjects discarded;

    UploadRelease(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.platform = platform;
        this.apps = new AppCache(dynamo, settings.apps(), platform.clock());
        this.guards = new AppGuards(dynamo, settings.apps(), platform.clock());
        this.discarded = new DiscardedObjects(dynamo, settings, platform.clock());
    }

    /** Ends an upload at the request of a caller. */
    UploadRemoval remove(UploadStore.Reference upload, Actor actor) {
        return dynamo.retry().run(() -> {
            Rows rows = read(upload.namespace(), upload.id());
            Optional<Item> row = rows.upload()
                    .filter(found ->
                            found.text(Attributes.TARGET).equals(upload.key().value()));
            if (row.filter(found -> !UploadRow.isOpen(found)).isPresent()) {
                return new Attempt.Done<>(UploadRemoval.COMPLETED);
            }
            if (row.filter(found -> !UploadRow.isExpired(found, now())).isEmpty()) {
                return new Attempt.Done<>(UploadRemoval.NOT_FOUND);
            }
            return end(upload.namespace(), row.get(), rows.counters(), actor)
                    ? new Attempt.Done<>(UploadRemoval.REMOVED)
                    : new Attempt.Lost<>();
        });
    }

    /** Ends an upload if it has expired, or forgets it if it was completed; returns whether it did. */
    boolean expire(Namespace.AppData namespace, UploadId id) {
        return dynamo.retry().run(() -> {
            Rows rows = read(namespace, id);
            if (rows.upload().filter(row -> UploadRow.isExpired(row, now())).isEmpty()) {
                return new Attempt.Done<>(false);
            }
            Item row = rows.upload().get();
            boolean ended = UploadRow.isOpen(row)
                    ? end(namespace, row, rows.counters(), Expirer.SELF)
                    : forget(Location.of(namespace, settings), id);
            return ended ? new Attempt.Done<>(true) : new Attempt.Lost<>();
        });
    }

    /** Ends the expired uploads of a user; returns whether there were any. */
    boolean expireAll(Namespace.AppData user) {
        List<UploadId> ids = dynamo.read(expired(user), MOST, row -> UploadRow.idOf(row.text(KEY)));
        ids.forEach(id -> expire(user, id));
        return !ids.isEmpty();
    }

    /** Returns the bytes of a user's expired uploads that are still reserved. */
    long expiredBytes(Namespace.AppData user) {
        AtomicLong bytes = new AtomicLong();
        dynamo.forEach(expired(user), row -> bytes.addAndGet(row.number(Attributes.SIZE)));
        return bytes.get();
    }

    private ItemQuery expired(Namespace.AppData user) {
        Location location = Location.of(user, settings);
        return ItemQuery.of(
                        location.table(),
                        equal(location.partitionName(), Values.text(location.partition()))
                                .and(beginsWith(KEY, UploadRow.PREFIX)))
                .filter(UploadRow.isOpen().and(atMost(EXPIRES_AT, Values.text(Times.format(now())))))
                .consistent(true);
    }

    private record Rows(Optional<Item> upload, Optional<Item> counters) {}

    private Rows read(Namespace.AppData namespace, UploadId id) {
        Location location = Location.of(namespace, settings);
        Map<String, Item> rows = dynamo.getEach(Map.of(
                location.table(), UploadRow.key(location, id),
                settings.appUsage(), UsageRow.key(namespace.app(), namespace.user())));
        return new Rows(
                Optional.ofNullable(rows.get(location.table())), Optional.ofNullable(rows.get(settings.appUsage())));
    }

    private boolean end(Namespace.AppData namespace, Item row, Optional<Item> counters, Actor actor) {
        Location location = Location.of(namespace, settings);
        UploadId id = UploadRow.idOf(row.text(KEY));
        Transaction transaction = new Transaction();
        transaction.delete(location.table(), UploadRow.key(location, id), UploadRow.isOpen());
        discarded.discard(transaction, location, id);
        if (counters.isPresent()) {
            release(transaction, namespace, row.number(Attributes.SIZE), counters.get(), actor);
        } else {
            // Counters that are missing count nothing, which only a manual change can cause.
            transaction.delete(settings.appUsage(), UsageRow.key(namespace.app(), namespace.user()), absent(REV));
        }
        return dynamo.transact(transaction) instanceof Transaction.Committed;
    }

    private void release(Transaction transaction, Namespace.AppData namespace, long bytes, Item counters, Actor actor) {
        Optional<App> app = Recording.appOf(
                apps.cached(namespace.app()).or(() -> apps.read(namespace.app())),
                Optional.of(counters),
                () -> apps.read(namespace.app()));
        Recording.Write write = new Recording.Write(actor, now());
        Recording recording = app.map(found -> Recording.of(
                        found, Optional.of(counters), platform.ids().next(), write))
                .orElseGet(() -> Recording.asBefore(counters, write));
        Version rev = Version.next(Optional.empty(), now(), platform.ids());
        Optional<Long> limit = app.flatMap(App::quotaBytes);
        new UsageChange(namespace, Optional.of(counters), UsageChange.Sum.released(bytes), limit, recording)
                .in(transaction, settings, guards, rev, List.of());
    }

    private boolean forget(Location location, UploadId id) {
        Condition forgotten = UploadRow.isForgotten(now());
        return dynamo.delete(location.table(), UploadRow.key(location, id), forgotten) instanceof Write.Applied;
    }

    private Instant now() {
        return Times.now(platform.clock());
    }
}
