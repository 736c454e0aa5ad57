package dev.backplane.bench.coldstart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The response of a function behind an HTTP API: a status and a JSON body. */
record Reply(int status, JsonNode body) {

    private static final ObjectMapper JSON = new ObjectMapper();

    static Reply parse(String text) {
        try {
            JsonNode reply = JSON.readTree(text);
            return new Reply(
                    reply.path("statusCode").asInt(),
                    JSON.readTree(reply.path("body").asText("null")));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("invalid response: " + text, e);
        }
    }

    void requireSuccess() {
        if (status / 100 != 2) {
            throw new IllegalStateException("request failed: " + this);
        }
    }

    void requireSame(Reply other) {
        requireSuccess();
        if (!equals(other)) {
            throw new IllegalStateException("expected " + this + ", but got " + other);
        }
    }

    String text(String member) {
        return body.path(member).asText();
    }
}
