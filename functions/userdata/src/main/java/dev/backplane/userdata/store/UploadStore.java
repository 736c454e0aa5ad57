package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.userdata.store.Attributes.KEY;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.userdata.App;
import dev.backplane.userdata.CompletionOutcome;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.Upload;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.UploadOutcome;
import dev.backplane.userdata.UploadRemoval;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The uploads of large blobs: a row reserves the bytes, the client sends the object, and the completion makes it a value.
 *
 * <p>Every step is one transaction on condition that the upload is still open, so its bytes are reserved once, and either
 * become those of the value or are given back once.
 */
public final class UploadStore {

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Platform platform;
    private final AppGuards guards;
    private final BlobObjects objects;
    private final Expirer expirer;
    private final UploadRelease release;
    private final RemovalMarks removals;

    UploadStore(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.platform = platform;
        this.guards = new AppGuards(dynamo, settings.apps(), platform.clock());
        this.objects = new BlobObjects(platform, settings);
        this.expirer = new Expirer(dynamo, settings, platform);
        this.release = new UploadRelease(dynamo, settings, platform);
        this.removals = new RemovalMarks(dynamo, settings.dataJobs());
    }

    /** Names an upload of a user, for which a caller knows the key. */
    public record Reference(Namespace.AppData namespace, DataKey key, UploadId id) {}

    /** Reserves the bytes of an upload. */
    public UploadOutcome create(Upload.Request request) {
        Namespace.AppData namespace = new Namespace.AppData(request.app(), request.user(), Realm.BLOB);
        Optional<Removal.Refusal> refusal = removals.refusal(namespace);
        if (refusal.isPresent()) {
            return new UploadOutcome.BeingRemoved(refusal.get());
        }
        Upload upload = new Upload(
                new UploadId(platform.ids().next()),
                request.key(),
                request.content(),
                request.lifetime(),
                Times.now(platform.clock()).plus(settings.uploadTime()));
        return expirer.orCollect(
                Optional.of(namespace),
                () -> dynamo.retry().run(() -> reserve(namespace, upload, request.actor())),
                UploadOutcome.QuotaExceeded.class::isInstance);
    }

    private Attempt<UploadOutcome> reserve(Namespace.AppData namespace, Upload upload, Actor actor) {
        Map<String, Item> rows = dynamo.getEach(Map.of(
                settings.apps(), AppRow.key(namespace.app()),
                settings.appUsage(), UsageRow.key(namespace.app(), namespace.user())));
        Optional<Item> counters = Optional.ofNullable(rows.get(settings.appUsage()));
        Optional<App> app = Recording.appOf(
                Optional.ofNullable(rows.get(settings.apps())).map(AppRow::toApp),
                counters,
                () -> dynamo.get(settings.apps(), AppRow.key(namespace.app())).map(AppRow::toApp));
        if (app.isEmpty()) {
            return new Attempt.Done<>(new UploadOutcome.AppNotFound());
        }
        UsageChange.Sum sum = UsageChange.Sum.reserved(upload.size());
        Recording recording = Recording.of(
                app.get(), counters, platform.ids().next(), new Recording.Write(actor, Times.now(platform.clock())));
        UsageChange change = new UsageChange(namespace, counters, sum, app.get().quotaBytes(), recording);
        if (change.exceedsLimit(counters)) {
            return new Attempt.Done<>(new UploadOutcome.QuotaExceeded(
                    new QuotaCheck(app.get().quotaBytes(), Optional.of(UsageRow.bytes(counters)), upload.size())));
        }
        Location location = Location.of(namespace, settings);
        Transaction transaction = new Transaction();
        transaction.put(location.table(), UploadRow.toItem(location, upload), absent(KEY));
        UsageChange.Actions counted = change.in(transaction, settings, guards, nextVersion(), List.of());
        if (!(dynamo.transact(transaction) instanceof Transaction.Refused refused)) {
            return new Attempt.Done<>(new UploadOutcome.Created(upload));
        }
        if (counted.guard().filter(refused::failed).isPresent()) {
            guards.create(namespace.app());
        }
        return new Attempt.Lost<>();
    }

    private Version nextVersion() {
        return Version.next(Optional.empty(), Times.now(platform.clock()), platform.ids());
    }

    /** Makes an uploaded blob the value of its key. */
    public CompletionOutcome complete(Reference upload, Preconditions preconditions, Actor actor) {
        Optional<Removal.Refusal> refusal = removals.refusal(upload.namespace());
        if (refusal.isPresent()) {
            return new CompletionOutcome.BeingRemoved(refusal.get());
        }
        CompletionSession session = new CompletionSession(
                dynamo, settings, platform, new CompletionSession.Target(upload, preconditions, actor), objects);
        return dynamo.retry().run(session::attempt);
    }

    /** Gives back the bytes of an upload that was not completed. */
    public UploadRemoval remove(Reference upload, Actor actor) {
        return release.remove(upload, actor);
    }
}
