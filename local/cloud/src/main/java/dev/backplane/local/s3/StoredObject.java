package dev.backplane.local.s3;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The description of a stored object.
 *
 * @param file the name of the file with the content
 * @param etag the MD5 of the content in hexadecimal, without quotes
 * @param headers the headers that were stored with it, such as {@code content-type}
 */
record StoredObject(String key, String file, long size, String etag, Instant modified, Map<String, String> headers) {

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("key", key)
                .put("file", file)
                .put("size", size)
                .put("etag", etag)
                .put("modified", modified.toString());
        ObjectNode kept = json.putObject("headers");
        headers.forEach(kept::put);
        return json;
    }

    static StoredObject of(JsonNode json) {
        Map<String, String> headers = new LinkedHashMap<>();
        json.path("headers")
                .propertyStream()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asText()));
        return new StoredObject(
                json.path("key").asText(),
                json.path("file").asText(),
                json.path("size").asLong(),
                json.path("etag").asText(),
                Instant.parse(json.path("modified").asText()),
                headers);
    }
}
