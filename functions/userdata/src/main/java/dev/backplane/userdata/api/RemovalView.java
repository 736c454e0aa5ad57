package dev.backplane.userdata.api;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.Removal.Subject;
import dev.backplane.userdata.Removed;
import dev.backplane.userdata.workflow.JobRuns;
import io.avaje.jsonb.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A removal as callers see it.
 *
 * @param erasureId the id of the erasure of a user
 * @param purgeId the id of the purge of an app
 * @param userHash the hash of an erased user's id; absent while the erasure is in progress
 * @param removed what was removed so far
 */
@Json
record RemovalView(
        @Nullable String erasureId,
        @Nullable String purgeId,
        String status,
        @Nullable String user,
        @Nullable String app,
        @Nullable String userHash,
        Map<String, Long> removed,
        Actor actor,
        @Nullable String reason,
        String createdAt,
        String updatedAt,
        @Nullable String endedAt) {

    private static final String RUNNING = "running";
    private static final String DONE = "done";

    private static final String INTERRUPTED = "interrupted";

    static RemovalView of(Removal removal) {
        return of(removal, removal.done() ? DONE : RUNNING);
    }

    static RemovalView of(JobRuns.Found<Removal> found) {
        return found.interrupted() ? of(found.job(), INTERRUPTED) : of(found.job());
    }

    private static RemovalView of(Removal removal, String status) {
        String id = removal.id().toString();
        String updated = Times.format(removal.updatedAt());
        boolean ofApp = removal.subject() instanceof Subject.OfApp;
        return new RemovalView(
                ofApp ? null : id,
                ofApp ? id : null,
                status,
                removal.subject() instanceof Subject.OfUser(var user) ? user.value() : null,
                removal.subject() instanceof Subject.OfApp(var app) ? app.value() : null,
                removal.subject() instanceof Subject.Erased(String hash) ? hash : null,
                counts(removal),
                removal.actor(),
                removal.reason().orElse(null),
                Times.format(removal.createdAt()),
                updated,
                removal.done() ? updated : null);
    }

    private static Map<String, Long> counts(Removal removal) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Removed what : Removed.values()) {
            counts.put(what.value(), removal.removed().getOrDefault(what, 0L));
        }
        return counts;
    }
}
