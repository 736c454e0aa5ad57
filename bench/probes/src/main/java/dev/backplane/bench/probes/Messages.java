package dev.backplane.bench.probes;

import io.avaje.jsonb.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of events and responses that the probes use. */
final class Messages {

    private Messages() {}

    /** An event of an HTTP API. */
    @Json
    record Event(@Nullable Map<String, String> pathParameters) {

        String tenant() {
            return pathParameters == null ? "" : pathParameters.getOrDefault("tenantId", "");
        }
    }

    /** A response to an HTTP API. */
    @Json
    record Answer(int statusCode, Map<String, String> headers, String body) {

        static Answer of(String body) {
            return new Answer(200, Map.of("content-type", "application/json"), body);
        }
    }

    /** The response body. */
    @Json
    record Version(String tenantId, String version) {}
}
