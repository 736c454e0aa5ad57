package dev.backplane.userdata.events;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.userdata.Export;
import dev.backplane.userdata.JobId;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.Removed;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.ExportRows;
import dev.backplane.userdata.store.JobRows;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Publishes that jobs are done. */
public final class JobStreamHandler extends EventForwarder {

    public JobStreamHandler() {
        this(Platform.lambda());
    }

    public JobStreamHandler(Platform platform) {
        super(platform, UserdataSettings.SERVICE);
    }

    @Override
    protected Optional<DomainEvent> eventOf(StreamRecord record) {
        Optional<Item> before = record.oldItem().filter(row -> isJob(row, JobRows.RUNNING));
        Optional<Item> after = record.newItem().filter(row -> isJob(row, JobRows.DONE));
        return before.flatMap(old -> after.flatMap(
                row -> switch (JobId.parse(row.text(JobRows.SUBJECT)).kind()) {
                    case ERASURE -> Optional.of(erased(record, JobRows.toRemoval(old), JobRows.toRemoval(row)));
                    case EXPORT -> Optional.of(exported(record, ExportRows.toExport(row)));
                    case PURGE -> Optional.empty();
                }));
    }

    private static boolean isJob(Item row, String status) {
        return row.text(JobRows.ENTRY).equals(JobRows.JOB)
                && row.findText(JobRows.STATUS).equals(Optional.of(status));
    }

    /** Returns the event that names the user for the last time, so that others can remove what they have. */
    private static DomainEvent erased(StreamRecord record, Removal before, Removal after) {
        DomainEvent.Builder event = record.event(UserdataSettings.SERVICE, "UserErased")
                .with("erasureId", after.id().toString());
        if (before.subject() instanceof Removal.Subject.OfUser(var user)) {
            event.with("user", user.value());
        }
        if (after.subject() instanceof Removal.Subject.Erased(String hash)) {
            event.with("userHash", hash);
        }
        return event.with("removed", counts(after))
                .actor(Optional.of(after.actor()))
                .reason(after.reason())
                .build();
    }

    private static DomainEvent exported(StreamRecord record, Export export) {
        return record.event(UserdataSettings.SERVICE, "ExportReady")
                .with("exportId", export.id().toString())
                .with("user", export.user().value())
                .with("values", export.values())
                .with("bytes", export.bytes())
                .with("expiresAt", Times.format(export.expiresAt()))
                .actor(Optional.of(export.actor()))
                .build();
    }

    private static Obj counts(Removal removal) {
        Map<String, JsonValue> counts = new LinkedHashMap<>();
        for (Removed what : Removed.values()) {
            counts.put(what.value(), new Num(Long.toString(removal.removed().getOrDefault(what, 0L))));
        }
        return new Obj(counts);
    }
}
