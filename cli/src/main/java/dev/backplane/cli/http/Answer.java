package dev.backplane.cli.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.backplane.cli.output.Json;
import java.net.http.HttpResponse;
import java.util.Optional;

/** The response to a call. */
public record Answer(int status, HttpResponse<String> response) {

    static Answer of(HttpResponse<String> response) {
        return new Answer(response.statusCode(), response);
    }

    public boolean successful() {
        return status / 100 == 2;
    }

    /** Returns the body, or a missing node if it is not JSON. */
    public JsonNode json() {
        return Json.read(response.body()).orElse(MissingNode.getInstance());
    }

    /** Returns the body. */
    public String text() {
        return response.body();
    }

    public Optional<String> header(String name) {
        return response.headers().firstValue(name);
    }
}
