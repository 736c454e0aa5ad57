package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** The variables and the context of one flow; used by one thread. */
final class FlowScope {

    private final Map<String, JsonNode> variables;
    private final ObjectNode context;
    private final EventTrail trail;

    private FlowScope(Map<String, JsonNode> variables, ObjectNode context, EventTrail trail) {
        this.variables = variables;
        this.context = context;
        this.trail = trail;
    }

    static FlowScope outermost(ObjectNode context, EventTrail trail) {
        return new FlowScope(new HashMap<>(), context, trail);
    }

    /** Creates the scope of a nested flow: it sees the current variables, and its assignments stay local. */
    FlowScope inner() {
        return new FlowScope(new HashMap<>(variables), context.deepCopy(), trail.fork());
    }

    /** Creates the scope of a child execution, which sees no variables. */
    FlowScope detached(ObjectNode itsContext) {
        return new FlowScope(new HashMap<>(), itsContext, new EventTrail(History.NONE, 0));
    }

    Map<String, JsonNode> variables() {
        return Collections.unmodifiableMap(variables);
    }

    void assign(Map<String, JsonNode> values) {
        variables.putAll(values);
    }

    ObjectNode context() {
        return context;
    }

    EventTrail trail() {
        return trail;
    }
}
