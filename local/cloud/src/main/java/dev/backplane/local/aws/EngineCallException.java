package dev.backplane.local.aws;

import com.fasterxml.jackson.databind.JsonNode;

/** An engine refused a call of the local cloud's own. */
public final class EngineCallException extends RuntimeException {

    private final String type;

    EngineCallException(String action, JsonNode answer) {
        super(action + " was refused: " + answer);
        String name = answer.path("__type").asText();
        this.type = name.substring(name.indexOf('#') + 1);
    }

    /** Returns the name of AWS's exception, such as {@code ResourceInUseException}. */
    public String type() {
        return type;
    }
}
