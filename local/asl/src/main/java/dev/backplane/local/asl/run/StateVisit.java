package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.ErrorNames;
import dev.backplane.local.asl.ResultShaping;
import dev.backplane.local.asl.State;
import dev.backplane.local.asl.StateExit;
import dev.backplane.local.asl.ValueTemplate;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One run of a state: its input, and the values that its expressions can use. */
final class StateVisit {

    private static final int MAX_BYTES = 256 * 1024;

    private final State state;
    private final JsonNode input;
    private final FlowScope scope;
    private final ObjectNode context;
    private final long enteredId;

    private StateVisit(State state, JsonNode input, FlowScope scope, ObjectNode context, long enteredId) {
        this.state = state;
        this.input = input;
        this.scope = scope;
        this.context = context;
        this.enteredId = enteredId;
    }

    static StateVisit enter(State state, JsonNode input, FlowScope scope, Instant now) {
        long id = scope.trail().entered(state, input);
        ObjectNode context = scope.context().deepCopy();
        context.putObject("State")
                .put("Name", state.name())
                .put("EnteredTime", IsoTime.text(now))
                .put("RetryCount", 0);
        return new StateVisit(state, input, scope, context, id);
    }

    JsonNode input() {
        return input;
    }

    FlowScope scope() {
        return scope;
    }

    EventTrail trail() {
        return scope.trail();
    }

    void countRetry() {
        ObjectNode itself = context.withObject("/State");
        itself.put("RetryCount", itself.path("RetryCount").asInt() + 1);
    }

    /** Returns the value of a field that is evaluated before there is a result. */
    JsonNode value(String field, ValueTemplate template) throws StatesException {
        return new Evaluation(this, states()).value(field, template);
    }

    Evaluation evaluation() {
        return new Evaluation(this, states());
    }

    /** Returns the input of an item of this map state. */
    Evaluation evaluation(ObjectNode itemContext) {
        ObjectNode states = states();
        states.set("context", itemContext);
        return new Evaluation(this, states);
    }

    /** Returns the context of an item of this map state. */
    ObjectNode itemContext(int index, JsonNode item) {
        ObjectNode itemContext = context.deepCopy();
        itemContext.putObject("Map").putObject("Item").put("Index", index).set("Value", item);
        return itemContext;
    }

    Map<String, JsonNode> variables(ObjectNode states) {
        Map<String, JsonNode> variables = new HashMap<>(scope.variables());
        variables.put("states", states);
        return variables;
    }

    private ObjectNode states() {
        ObjectNode states = EventTrail.object();
        states.set("input", input);
        states.set("context", context);
        return states;
    }

    /** Ends the state with a result. */
    StateResult leave(StateExit exit, JsonNode result) throws StatesException {
        ObjectNode states = states();
        states.set("result", result);
        return leave(exit.shaping(), states, result, exit.next());
    }

    /** Ends a state whose result is its input. */
    StateResult leaveWithInput(ResultShaping shaping, Optional<String> next) throws StatesException {
        return leave(shaping, states(), input, next);
    }

    /** Ends the state through a catcher. */
    StateResult leaveFailed(ResultShaping shaping, StatesException failure, String next) throws StatesException {
        ObjectNode states = states();
        states.set("errorOutput", failure.output());
        return leave(shaping, states, failure.output(), Optional.of(next));
    }

    private StateResult leave(ResultShaping shaping, ObjectNode states, JsonNode result, Optional<String> next)
            throws StatesException {
        Evaluation evaluation = new Evaluation(this, states);
        // All expressions see the old values, so variables are set after the last is evaluated.
        Map<String, JsonNode> assigned = new LinkedHashMap<>();
        for (Map.Entry<String, ValueTemplate> variable : shaping.assign().entrySet()) {
            assigned.put(variable.getKey(), evaluation.value("Assign/" + variable.getKey(), variable.getValue()));
        }
        JsonNode output = shaping.output().isPresent()
                ? evaluation.value("Output", shaping.output().get())
                : result;
        checkSize(output);
        scope.assign(assigned);
        trail().exited(state, output, assigned);
        return new StateResult(output, next);
    }

    void checkSize(JsonNode data) throws StatesException {
        if (data.toString().getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new StatesException(
                    ErrorNames.DATA_LIMIT,
                    "The state/task '" + state.name()
                            + "' returned a result with a size exceeding the maximum number of bytes service limit.");
        }
    }

    /** Returns a runtime failure of the state, with AWS's message. */
    StatesException failure(String error, String what) {
        return new StatesException(
                error,
                "An error occurred while executing the state '" + state.name() + "' (entered at the event id #"
                        + enteredId + "). " + what);
    }

    /** Returns a failed expression, and adds an event. */
    StatesException queryFailure(String field, String what) {
        StatesException failure = failure(ErrorNames.QUERY, what);
        trail().add(
                        "EvaluationFailed",
                        "evaluationFailedEventDetails",
                        EventTrail.failure(EventTrail.object(), failure)
                                .put("location", field)
                                .put("state", state.name()));
        return failure;
    }
}
