package dev.backplane.layers.workflow;

import dev.backplane.layers.PublicationId;
import dev.backplane.layers.RegionName;
import dev.backplane.platform.Texts;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import io.avaje.jsonb.Json;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A task of the state machine.
 *
 * @param attempt the number of the execution
 * @param region absent in the last step
 * @param error the name of the error that ended the retries
 * @param cause the details of that error
 */
@Json
record PublishTask(
        String step,
        String publicationId,
        int attempt,
        @Nullable String region,
        @Nullable String error,
        @Nullable String cause) {

    private static final int MAX_REASON = 100;

    /** A step of the state machine. */
    enum Step {
        PUBLISH,
        WITHDRAW,
        FINISH
    }

    Step knownStep() {
        return Step.valueOf(step.toUpperCase(Locale.ROOT));
    }

    PublicationId id() {
        return PublicationId.parse(publicationId);
    }

    RegionName knownRegion() {
        return RegionName.parse(Objects.requireNonNull(region));
    }

    /** Returns why the retries ended, as callers of the service see it: an error code without internals. */
    String reason() {
        if (RetryableException.class.getName().equals(error)) {
            return Texts.truncate(message(), MAX_REASON);
        }
        return "States.Timeout".equals(error) || "Sandbox.Timedout".equals(error) ? "TIMED_OUT" : "INTERNAL";
    }

    private String message() {
        try {
            return cause != null
                            && JsonValue.parse(cause) instanceof Obj(var members)
                            && members.get("errorMessage") instanceof Text(String message)
                    ? message
                    : "INTERNAL";
        } catch (JsonSyntaxException e) {
            return "INTERNAL";
        }
    }
}
