package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** A state failed, with AWS's name for the error and the cause in words. */
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

    /** Returns the name of the error, which a Fail state need not give. */
    public Optional<String> error() {
        return error;
    }

    /** Returns what happened, in words or as JSON. */
    public Optional<String> cause() {
        return cause;
    }

    /** Returns what a Catch sees as {@code $states.errorOutput}. */
    ObjectNode output() {
        ObjectNode output = JsonNodeFactory.instance.objectNode();
        error.ifPresent(name -> output.put("Error", name));
        cause.ifPresent(text -> output.put("Cause", text));
        return output;
    }
}
