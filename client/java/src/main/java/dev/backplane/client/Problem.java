package dev.backplane.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An error response of a service, as defined in RFC 9457.
 *
 * @param code what clients match on; it is stable
 * @param json all members, including those that only this kind of problem has
 */
public record Problem(
        String type, String title, int status, String detail, String code, String requestId, JsonNode json) {

    static Problem of(JsonNode json) {
        return new Problem(
                json.path("type").asText(),
                json.path("title").asText(),
                json.path("status").asInt(),
                json.path("detail").asText(),
                json.path("code").asText(),
                json.path("requestId").asText(),
                json);
    }

    /** Returns the problem as a record of the package {@code model}, such as {@code LeaseProblem}. */
    public <T> T as(Class<T> type) {
        return Json.convert(json, type);
    }
}
