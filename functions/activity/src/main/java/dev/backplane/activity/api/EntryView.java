package dev.backplane.activity.api;

import dev.backplane.activity.Entry;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.platform.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An entry as callers see it. */
@io.avaje.jsonb.Json
record EntryView(
        String eventId,
        String at,
        String service,
        String type,
        List<String> subjects,
        @Nullable Actor actor,
        @Nullable String reason,
        @Nullable Boolean truncated) {

    /** Prints an entry; its detail is JSON already. */
    static String print(Entry entry) {
        EntryView view = new EntryView(
                entry.id().eventId(),
                Times.format(entry.at()),
                entry.id().service(),
                entry.id().type(),
                entry.subjects(),
                entry.actor().orElse(null),
                entry.reason().orElse(null),
                entry.truncated() ? true : null);
        return Json.write(view, Map.of("detail", entry.detail().compact()));
    }
}
