package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.KEY;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.userdata.App;
import dev.backplane.userdata.Change;
import dev.backplane.userdata.CompletionOutcome;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Upload;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One completion of an upload, attempted until it is done or refused: one read of everything that it depends on, one look
 * at the object, and one transaction.
 */
final class CompletionSession {

    /** An upload, and what the value that it replaces must be. */
    record Target(UploadStore.Reference upload, Preconditions preconditions, Actor actor) {}

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Platform platform;
    private final Target target;
    private final BlobObjects objects;
    private final AppGuards guards;
    private final DiscardedObjects discarded;
    private final Location location;
    private boolean checked;

    CompletionSession(Dynamo dynamo, UserdataSettings settings, Platform platform, Target target, BlobObjects objects) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.platform = platform;
        this.target = target;
        this.objects = objects;
        this.guards = new AppGuards(dynamo, settings.apps(), platform.clock());
        this.discarded = new DiscardedObjects(dynamo, settings, platform.clock());
        this.location = Location.of(target.upload().namespace(), settings);
    }

    /** What a completion depends on. */
    private record Seen(Optional<Item> upload, Optional<Item> head, Optional<Item> counters, Optional<App> app) {}

    Attempt<CompletionOutcome> attempt() {
        Seen seen = read();
        Instant now = now();
        Optional<Item> row = seen.upload()
                .filter(found -> found.text(Attributes.TARGET)
                        .equals(target.upload().key().value()));
        Optional<Entry> earlier = row.flatMap(UploadRow::result);
        if (earlier.isPresent()) {
            return done(new CompletionOutcome.Completed(earlier.get()));
        }
        if (row.isEmpty() || UploadRow.isExpired(row.get(), now) || seen.app().isEmpty()) {
            return done(new CompletionOutcome.UploadNotFound());
        }
        Upload upload = UploadRow.toUpload(row.get());
        Optional<CompletionOutcome> refused = check(upload);
        if (refused.isPresent()) {
            return done(refused.get());
        }
        ExpectedValue expected = ExpectedValue.of(seen.head(), now);
        if (!target.preconditions().holdFor(expected.tag())) {
            return done(new CompletionOutcome.PreconditionFailed(expected.tag()));
        }
        // The rows are not read at the same time, so counters can be missing that an upload has.
        return seen.counters().isEmpty() ? new Attempt.Lost<>() : write(upload, expected, seen);
    }

    private Seen read() {
        DataKey key = target.upload().key();
        Map<String, List<Item>> rows = dynamo.getAll(Map.of(
                location.table(),
                        List.of(UploadRow.key(location, target.upload().id()), location.head(key)),
                settings.apps(), List.of(AppRow.key(target.upload().namespace().app())),
                settings.appUsage(),
                        List.of(UsageRow.key(target.upload().namespace().app(), location.user()))));
        Optional<Item> counters = only(rows, settings.appUsage());
        return new Seen(
                row(rows, UploadRow.PREFIX + target.upload().id()),
                row(rows, key.value()),
                counters,
                Recording.appOf(only(rows, settings.apps()).map(AppRow::toApp), counters, this::readApp));
    }

    private Optional<App> readApp() {
        return dynamo.get(
                        settings.apps(), AppRow.key(target.upload().namespace().app()))
                .map(AppRow::toApp);
    }

    private Optional<Item> row(Map<String, List<Item>> rows, String sort) {
        return rows.getOrDefault(location.table(), List.of()).stream()
                .filter(row -> row.text(KEY).equals(sort))
                .findFirst();
    }

    private static Optional<Item> only(Map<String, List<Item>> rows, String table) {
        return rows.getOrDefault(table, List.of()).stream().findFirst();
    }

    /** Compares the object with the upload, once: it can be written only once, and is not deleted while it is open. */
    private Optional<CompletionOutcome> check(Upload upload) {
        if (checked) {
            return Optional.empty();
        }
        return switch (objects.check(upload)) {
            case AS_EXPECTED -> {
                checked = true;
                yield Optional.empty();
            }
            case MISSING -> Optional.of(new CompletionOutcome.NotUploaded());
            case DIFFERENT -> Optional.of(new CompletionOutcome.OtherContent());
        };
    }

    private Attempt<CompletionOutcome> write(Upload upload, ExpectedValue expected, Seen seen) {
        Instant now = now();
        Version version = Version.next(Optional.of(expected.created().orElse(now)), now, platform.ids());
        NewRow row = NewRow.ofObject(location, UploadRow.entry(upload, version));
        Transaction transaction = new Transaction();
        transaction.update(
                location.table(),
                UploadRow.key(location, upload.id()),
                UploadRow.completion(location.user(), version, now));
        ValueActions.putHead(transaction, location, expected, row);
        ValueActions.putSeparate(transaction, location, expected, row);
        discarded.discard(transaction, location, expected);
        App app = seen.app().orElseThrow();
        UsageChange change = new UsageChange(
                target.upload().namespace(),
                seen.counters(),
                UsageChange.Sum.of(expected, row.entry()).plus(UsageChange.Sum.released(upload.size())),
                app.quotaBytes(),
                Recording.of(app, seen.counters(), platform.ids().next(), new Recording.Write(target.actor(), now)));
        Change written = Change.written(target.upload().namespace().realm(), row.entry());
        change.in(transaction, settings, guards, version, List.of(written));
        return dynamo.transact(transaction) instanceof Transaction.Committed
                ? done(new CompletionOutcome.Completed(row.entry()))
                : new Attempt.Lost<>();
    }

    private Instant now() {
        return Times.now(platform.clock());
    }

    private static Attempt<CompletionOutcome> done(CompletionOutcome outcome) {
        return new Attempt.Done<>(outcome);
    }
}
