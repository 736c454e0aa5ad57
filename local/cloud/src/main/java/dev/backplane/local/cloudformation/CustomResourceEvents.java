package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** The events that CloudFormation sends to functions of custom resources. */
final class CustomResourceEvents {

    private CustomResourceEvents() {}

    /** Creates an event without its request id and response URL. */
    static ObjectNode event(String requestType, ResourceRequest work) {
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("RequestType", requestType)
                .put("ServiceToken", work.properties().path("ServiceToken").asText())
                .put("StackId", work.stack().id())
                .put("LogicalResourceId", work.logicalId())
                .put("ResourceType", work.type());
        return event.set("ResourceProperties", texts(work.properties()));
    }

    /** Converts numbers and booleans to text, as CloudFormation does. */
    static JsonNode texts(JsonNode properties) {
        if (properties.isObject()) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            properties.properties().forEach(member -> copy.set(member.getKey(), texts(member.getValue())));
            return copy;
        }
        if (properties.isArray()) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            properties.forEach(element -> copy.add(texts(element)));
            return copy;
        }
        return TextNode.valueOf(properties.asText());
    }
}
