package dev.backplane.activity.events;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.activity.ActivitySettings;
import dev.backplane.activity.Entry;
import dev.backplane.activity.store.ActivityStore;
import dev.backplane.platform.Platform;
import dev.backplane.platform.tasks.TaskHandler;
import io.avaje.jsonb.Json;

/** Records each domain event on the bus once; an event that cannot be recorded ends in the function's failure queue. */
public final class RecordActivityHandler extends TaskHandler<BusMessage> {

    private final ActivityStore activity;

    public RecordActivityHandler() {
        this(Platform.lambda());
    }

    public RecordActivityHandler(Platform platform) {
        super(platform, ActivitySettings.SERVICE, BusMessage.class);
        this.activity = new ActivityStore(platform);
    }

    /** What a person sees who invokes the function; EventBridge does not read it. */
    @Json
    record Recorded(String eventId) {}

    @Override
    protected Object handle(BusMessage message, Context context) {
        Entry entry = Entry.of(message.event());
        activity.record(entry);
        return new Recorded(entry.id().eventId());
    }
}
