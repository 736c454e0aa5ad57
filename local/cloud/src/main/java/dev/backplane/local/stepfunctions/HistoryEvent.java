package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/**
 * One event of an execution.
 *
 * @param details AWS's details under their name
 */
record HistoryEvent(long id, long previousId, Instant time, String type, ObjectNode details) {

    /** Returns the event in the answer of {@code GetExecutionHistory}. */
    ObjectNode json() {
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("previousEventId", previousId)
                .put("timestamp", EpochSeconds.seconds(time))
                .put("type", type);
        return event.setAll(details);
    }
}
