package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.BYTES;
import static dev.backplane.userdata.store.Attributes.UPDATED_AT;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.userdata.Export;
import dev.backplane.userdata.ExportPosition;
import dev.backplane.userdata.JobId;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import java.time.Instant;
import java.util.Optional;

/** The exports of users: a job each, and the mark of the one that is in progress. */
public final class ExportStore {

    private final Dynamo dynamo;
    private final String table;
    private final Platform platform;

    ExportStore(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.table = settings.dataJobs();
        this.platform = platform;
    }

    /** Begins an export, or returns the one that is in progress; empty while the user is being erased. */
    public Optional<Export> begin(UserId user, Actor actor) {
        return dynamo.retry().run(() -> attempt(user, actor));
    }

    private Attempt<Optional<Export>> attempt(UserId user, Actor actor) {
        Instant now = Times.now(platform.clock());
        JobId id = JobId.next(JobId.Kind.EXPORT, platform.ids());
        Export export = new Export(id, user, false, 1, 0, 0, 0, Optional.empty(), actor, now, now);
        Transaction transaction = new Transaction();
        Action marked = transaction.put(table, ExportRows.mark(export), absent(JobRows.SUBJECT));
        transaction.put(table, ExportRows.job(export));
        transaction.put(table, ExportRows.pointer(export));
        Action unerased = transaction.check(table, JobRows.mark(user), absent(JobRows.SUBJECT));
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Attempt.Done<>(Optional.of(export));
            case Transaction.Refused refused when refused.failed(unerased) -> new Attempt.Done<>(Optional.empty());
            case Transaction.Refused refused ->
                refused.current(marked)
                        .flatMap(mark -> find(JobId.parse(mark.text(JobRows.JOB_ID))))
                        .filter(found -> !found.done())
                        .<Attempt<Optional<Export>>>map(found -> new Attempt.Done<>(Optional.of(found)))
                        .orElseGet(Attempt.Lost::new);
        };
    }

    public Optional<Export> find(JobId id) {
        return dynamo.get(table, JobRows.key(id)).map(ExportRows::toExport);
    }

    /** Starts another attempt of an export whose execution ended without a result; another caller may be first. */
    public void restart(Export export) {
        dynamo.update(
                table,
                JobRows.key(export.id()),
                new ItemUpdate()
                        .set(JobRows.ATTEMPT, Values.number(export.attempt() + 1))
                        .onlyIf(current(export)));
    }

    /** Requires that an export is in progress, in the same attempt, and has the same files. */
    private static Condition current(Export export) {
        return equal(JobRows.STATUS, Values.text(JobRows.RUNNING))
                .and(equal(JobRows.ATTEMPT, Values.number(export.attempt())))
                .and(equal(ExportRows.FILES, Values.number(export.files())));
    }

    /**
     * Records a file that was written.
     *
     * @param next where the next one begins; empty if everything was exported
     * @return the export, or empty if it was erased or another attempt has taken over
     */
    public Optional<Export> addFile(Export export, long values, long bytes, Optional<ExportPosition> next) {
        ItemUpdate update = changed()
                .add(ExportRows.FILES, Values.number(1))
                .add(ExportRows.EXPORTED, Values.number(values))
                .add(BYTES, Values.number(bytes))
                .setOrRemove(ExportRows.POSITION, next.map(position -> Values.text(position.toString())))
                .onlyIf(current(export));
        if (next.isPresent()) {
            return switch (dynamo.updateAndGet(table, JobRows.key(export.id()), update)) {
                case Write.Applied(Optional<Item> row) -> row.map(ExportRows::toExport);
                case Write.Refused _ -> Optional.empty();
            };
        }
        Transaction transaction = new Transaction();
        transaction.update(table, JobRows.key(export.id()), update.set(JobRows.STATUS, Values.text(JobRows.DONE)));
        transaction.delete(table, ExportRows.mark(export.user()));
        return dynamo.transact(transaction) instanceof Transaction.Committed ? find(export.id()) : Optional.empty();
    }

    private ItemUpdate changed() {
        return new ItemUpdate().set(UPDATED_AT, Values.text(Times.format(Times.now(platform.clock()))));
    }
}
