package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/**
 * An event of an execution history.
 *
 * @param details the details under their AWS name
 */
record HistoryEvent(long id, long previousId, Instant time, String type, ObjectNode details) {

    /** Returns the event in the form of {@code GetExecutionHistory}. */
    ObjectNode json() {
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("previousEventId", previousId)
                .put("timestamp", EpochSeconds.of(time))
                .put("type", type);
        return event.setAll(details);
    }
}
