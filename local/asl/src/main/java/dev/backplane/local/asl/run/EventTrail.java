package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.State;
import java.util.Map;

/** The history events of one branch of an execution, each linked to the previous one. */
final class EventTrail {

    private final History history;
    private long last;

    EventTrail(History history, long last) {
        this.history = history;
        this.last = last;
    }

    /** Returns a branch that starts at the current event. */
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

    /** Adds data in AWS's form: JSON as a string, with a member that marks it as not truncated. */
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
