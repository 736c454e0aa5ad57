package dev.backplane.userdata;

import dev.backplane.platform.Actor;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The removal of everything that is stored for a user, or of an app with the data of all its users.
 *
 * @param attempt the number of the current execution of the workflow
 * @param removed what was removed so far
 * @param updatedAt when it ended, once it has
 */
public record Removal(
        JobId id,
        Subject subject,
        boolean done,
        int attempt,
        Map<Removed, Long> removed,
        Actor actor,
        Optional<String> reason,
        Instant createdAt,
        Instant updatedAt) {

    public Removal {
        removed = Map.copyOf(removed);
    }

    /** What is removed. */
    public sealed interface Subject {

        record OfUser(UserId user) implements Subject {}

        record OfApp(AppName app) implements Subject {}

        /** A user whose erasure is done; only the hash of the id is left. */
        record Erased(String userHash) implements Subject {}
    }

    /** Why writes are refused. */
    public enum Refusal {
        USER_BEING_ERASED,
        APP_BEING_PURGED
    }

    /** Returns the name of the current execution. */
    public String execution() {
        return id + "-" + attempt;
    }
}
