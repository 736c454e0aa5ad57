package dev.backplane.activity.events;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.activity.ActivitySettings;
import dev.backplane.activity.Entry;
import dev.backplane.activity.store.ActivityStore;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.tasks.TaskHandler;
import io.avaje.jsonb.Json;

/** Deletes what is recorded of a user whose data was erased. Safe to repeat. */
public final class EraseActivityHandler extends TaskHandler<BusMessage> {

    private final ActivityStore activity;

    public EraseActivityHandler() {
        this(Platform.lambda());
    }

    public EraseActivityHandler(Platform platform) {
        super(platform, ActivitySettings.SERVICE, BusMessage.class);
        this.activity = new ActivityStore(platform);
    }

    /** What a person sees who invokes the function; EventBridge does not read it. */
    @Json
    record Erased(String outcome, int rows) {}

    @Override
    protected Object handle(BusMessage message, Context context) {
        String user = message.event()
                .text(Entry.USER)
                .orElseThrow(() -> new InvalidValueException("event that names no user"));
        return new Erased("erased", activity.erase(Entry.USERDATA, user));
    }
}
