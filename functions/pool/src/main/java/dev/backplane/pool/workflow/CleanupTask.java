package dev.backplane.pool.workflow;

import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.CleanupRun;
import io.avaje.jsonb.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A task of the state machine.
 *
 * @param run the period in which the account is dirty
 * @param attempt the number of the attempt, from 1
 * @param build how the build ended, in the step {@code finish}
 * @param reason why no further attempt is made, in the step {@code giveUp}
 */
@Json
record CleanupTask(
        String step,
        String accountId,
        String run,
        int attempt,
        @Nullable Build build,
        @Nullable String reason) {

    /**
     * The end of a build: its status, or the error of the task that ran it.
     *
     * @param cause the details of the error; those of an unsuccessful build are the build itself
     */
    record Build(
            @Nullable String id,
            @Nullable String status,
            @Nullable String logUrl,
            @Nullable String error,
            @Nullable String cause) {

        /** Returns the build, if it is known to have ended. */
        Optional<Builds.Found> ended(AttemptId attempt) {
            if (id != null && status != null) {
                return Optional.of(new Builds.Found(id, attempt, status, Optional.ofNullable(logUrl)));
            }
            Optional<Obj> details = object(cause).flatMap(json -> json.findObject("Build"));
            return details.flatMap(json -> json.findText("Id"))
                    .flatMap(found -> details.flatMap(json -> json.findText("BuildStatus"))
                            .map(end -> new Builds.Found(
                                    found,
                                    attempt,
                                    end,
                                    details.flatMap(json -> json.findObject("Logs"))
                                            .flatMap(logs -> logs.findText("DeepLink")))))
                    .filter(found -> !found.isRunning());
        }

        boolean isTimeout() {
            return "States.Timeout".equals(error);
        }

        private static Optional<Obj> object(@Nullable String json) {
            try {
                return json != null && JsonValue.parse(json) instanceof Obj object
                        ? Optional.of(object)
                        : Optional.empty();
            } catch (JsonSyntaxException e) {
                return Optional.empty();
            }
        }
    }

    AccountId account() {
        return AccountId.parse(accountId);
    }

    CleanupRun cleanupRun() {
        return new CleanupRun(run);
    }

    AttemptId attemptId() {
        return cleanupRun().attempt(attempt);
    }
}
