package dev.backplane.local.ssm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * The current version of a parameter of type {@code String}; earlier versions are not kept.
 *
 * @param version counted from 1, and again from 1 after a deletion
 */
record Parameter(String value, String tier, long version, Instant modified) {

    static Parameter ofJson(JsonNode json) {
        return new Parameter(
                json.path("Value").asText(),
                json.path("Tier").asText(),
                json.path("Version").asLong(),
                Instant.parse(json.path("LastModified").asText()));
    }

    /** Returns the parameter as it is stored. */
    ObjectNode stored() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("Value", value)
                .put("Tier", tier)
                .put("Version", version)
                .put("LastModified", modified.toString());
    }

    /** Returns the parameter in responses. */
    ObjectNode json(String region, String name) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("Name", name)
                .put("Type", "String")
                .put("Value", value)
                .put("Version", version)
                .put("LastModifiedDate", BigDecimal.valueOf(modified.toEpochMilli(), 3))
                .put("ARN", ParameterNames.arn(region, name))
                .put("DataType", "text");
    }
}
