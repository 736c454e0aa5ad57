package dev.backplane.local.sqs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.Engine;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A queue in ElasticMQ that returns messages in Lambda's format. */
public final class EngineQueue implements MessageSource {

    /** The maximum batch size of one delete call. */
    private static final int DELETED_AT_A_TIME = 10;

    private final Engine engine;
    private final String arn;
    private final String url;

    public EngineQueue(Engine engine, String arn) {
        this.engine = engine;
        this.arn = arn;
        this.url = Queues.urlOf(arn);
    }

    @Override
    public List<QueueMessage> receive(int atMost, Duration wait) {
        ObjectNode request = JsonNodeFactory.instance
                .objectNode()
                .put("QueueUrl", url)
                .put("MaxNumberOfMessages", atMost)
                .put("WaitTimeSeconds", wait.toSeconds());
        request.putArray("AttributeNames").add("All");
        request.putArray("MessageAttributeNames").add("All");
        return engine.call("ReceiveMessage", request)
                .path("Messages")
                .valueStream()
                .map(this::message)
                .toList();
    }

    @Override
    public void delete(List<QueueMessage> messages) {
        for (int start = 0; start < messages.size(); start += DELETED_AT_A_TIME) {
            ObjectNode request = JsonNodeFactory.instance.objectNode().put("QueueUrl", url);
            ArrayNode entries = request.putArray("Entries");
            messages.stream()
                    .skip(start)
                    .limit(DELETED_AT_A_TIME)
                    .forEach(message -> entries.addObject()
                            .put("Id", String.valueOf(entries.size()))
                            .put("ReceiptHandle", message.receiptHandle()));
            engine.call("DeleteMessageBatch", request);
        }
    }

    private QueueMessage message(JsonNode received) {
        String id = received.path("MessageId").asText();
        String receiptHandle = received.path("ReceiptHandle").asText();
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("messageId", id)
                .put("receiptHandle", receiptHandle)
                .put("body", received.path("Body").asText());
        json.set("attributes", received.path("Attributes"));
        json.set("messageAttributes", messageAttributes(received.path("MessageAttributes")));
        if (received.hasNonNull("MD5OfMessageAttributes")) {
            json.set("md5OfMessageAttributes", received.path("MD5OfMessageAttributes"));
        }
        json.set("md5OfBody", received.path("MD5OfBody"));
        json.put("eventSource", "aws:sqs").put("eventSourceARN", arn).put("awsRegion", Account.REGION);
        return new QueueMessage(id, receiptHandle, json);
    }

    private static ObjectNode messageAttributes(JsonNode received) {
        ObjectNode attributes = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> attribute : received.properties()) {
            ObjectNode value = attributes.putObject(attribute.getKey());
            copy(attribute.getValue(), "StringValue", value, "stringValue");
            copy(attribute.getValue(), "BinaryValue", value, "binaryValue");
            value.putArray("stringListValues");
            value.putArray("binaryListValues");
            copy(attribute.getValue(), "DataType", value, "dataType");
        }
        return attributes;
    }

    private static void copy(JsonNode from, String name, ObjectNode to, String newName) {
        if (from.hasNonNull(name)) {
            to.set(newName, from.path(name));
        }
    }
}
