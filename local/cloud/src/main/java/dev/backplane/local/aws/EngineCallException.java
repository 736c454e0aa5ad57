package dev.backplane.local.aws;

import com.fasterxml.jackson.databind.JsonNode;

/** An engine rejected an internal call. */
public final class EngineCallException extends RuntimeException {

    private final String type;

    EngineCallException(String action, JsonNode answer) {
        super(action + " was rejected: " + answer);
        String name = answer.path("__type").asText();
        this.type = name.substring(name.indexOf('#') + 1);
    }

    /** Returns the AWS exception name, such as {@code ResourceInUseException}. */
    public String type() {
        return type;
    }
}
