package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.State;
import java.util.Map;

/** The events of one thread of an execution, each following the one before. */
final class EventTrail {

    private final History history;
    private long last;

    EventTrail(History history, long last) {
        this.history = history;
        this.last = last;
    }

    /** Returns a thread that begins where this one is. */
    EventTrail fork() {
        return new EventTrail(history, last);
    }

    long add(String type) {
        last = history.add(last, type, object());
        return last;
    }

    long add(String type, String detailsName, ObjectNode details) {
        last = history.add(last, type, object().set(detailsName, details));
        return last;
    }

    long entered(State state, JsonNode input) {
        return add(
                state.type() + "StateEntered",
                "stateEnteredEventDetails",
                data(object().put("name", state.name()), "input", input));
    }

    void exited(State state, JsonNode output, Map<String, JsonNode> assigned) {
        ObjectNode details = data(object().put("name", state.name()), "output", output);
        if (!assigned.isEmpty()) {
            ObjectNode variables = details.putObject("assignedVariables");
            assigned.forEach((name, value) -> variables.put(name, value.toString()));
        }
        add(state.type() + "StateExited", "stateExitedEventDetails", details);
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Adds data as AWS shows it: the JSON as a text, and beside it that nothing is cut off. */
    static ObjectNode data(ObjectNode details, String name, JsonNode value) {
        details.put(name, value.toString());
        details.putObject(name + "Details").put("truncated", false);
        return details;
    }

    static ObjectNode failure(ObjectNode details, StatesException failure) {
        failure.error().ifPresent(error -> details.put("error", error));
        failure.cause().ifPresent(cause -> details.put("cause", cause));
        return details;
    }
}
