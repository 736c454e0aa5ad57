package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** A failure of a state, with AWS's error name and cause. */
public final class StatesException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Optional<String> error;
    private final transient Optional<String> cause;

    public StatesException(String error, String cause) {
        this(Optional.of(error), Optional.of(cause));
    }

    StatesException(Optional<String> error, Optional<String> cause) {
        super(error.orElse("") + ": " + cause.orElse(""));
        this.error = error;
        this.cause = cause;
    }

    /** Returns the error name, which is optional in Fail states. */
    public Optional<String> error() {
        return error;
    }

    /** Returns the cause, as text or JSON. */
    public Optional<String> cause() {
        return cause;
    }

    /** Returns the value of {@code $states.errorOutput} in a Catch. */
    ObjectNode output() {
        ObjectNode output = JsonNodeFactory.instance.objectNode();
        error.ifPresent(name -> output.put("Error", name));
        cause.ifPresent(text -> output.put("Cause", text));
        return output;
    }
}
