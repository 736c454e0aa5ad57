package dev.backplane.local.sqs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/**
 * A received message.
 *
 * @param json the message as Lambda passes it to functions
 */
public record QueueMessage(String id, String receiptHandle, JsonNode json) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns the message for filters, with a parsed body if it is JSON. */
    public JsonNode forFilters() {
        try {
            JsonNode body = JSON.readTree(json.path("body").asText());
            return body.isObject() ? json.<ObjectNode>deepCopy().set("body", body) : json;
        } catch (IOException notJson) {
            return json;
        }
    }

    public static List<String> ids(List<QueueMessage> messages) {
        return messages.stream().map(QueueMessage::id).toList();
    }
}
