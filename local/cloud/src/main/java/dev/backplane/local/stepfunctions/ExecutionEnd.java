package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/**
 * The end of an execution.
 *
 * @param output the JSON output of a successful execution
 */
record ExecutionEnd(
        ExecutionStatus status, Instant time, Optional<String> output, Optional<String> error, Optional<String> cause) {

    static ExecutionEnd succeeded(Instant time, String output) {
        return new ExecutionEnd(
                ExecutionStatus.SUCCEEDED, time, Optional.of(output), Optional.empty(), Optional.empty());
    }

    static ExecutionEnd without(ExecutionStatus status, Instant time, Optional<String> error, Optional<String> cause) {
        return new ExecutionEnd(status, time, Optional.empty(), error, cause);
    }

    /** Returns the last event of the history. */
    ObjectNode event() {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        output.ifPresent(text -> {
            details.put("output", text);
            details.putObject("outputDetails").put("truncated", false);
        });
        error.ifPresent(name -> details.put("error", name));
        cause.ifPresent(text -> details.put("cause", text));
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.set(status.eventDetails(), details);
        return event;
    }
}
