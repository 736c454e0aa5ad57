package dev.backplane.local.sqs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The queues of the templates and of runtime stacks. */
public final class Queues {

    private static final List<String> ATTRIBUTES = List.of("VisibilityTimeout", "RedrivePolicy");

    private static final int DEFAULT_VISIBILITY_SECONDS = 30;

    private final Engine engine;
    private final Map<String, JsonNode> propertiesByArn = new ConcurrentHashMap<>();

    private Queues(Engine engine) {
        this.engine = engine;
    }

    /** Creates missing queues and sets the attributes of all. */
    public static Queues create(Engine engine, CloudTemplates templates) {
        Queues queues = new Queues(engine);
        List<TemplateResource> declared = templates.ofType(QueueKind.TYPE);
        Set<String> kept = queues.names();
        for (TemplateResource queue : declared) {
            String name = Objects.requireNonNull(queue.identity().attributes().get("QueueName"));
            if (!kept.contains(name)) {
                queues.create(name);
            }
        }
        // After creation, because a redrive policy must name an existing queue.
        declared.forEach(queue -> queues.configure(queue.arn(), queue.properties()));
        return queues;
    }

    /** Creates a queue with default attributes. */
    public void create(String name) {
        engine.call("CreateQueue", JsonNodeFactory.instance.objectNode().put("QueueName", name));
    }

    /** Sets the attributes of a queue. */
    public void configure(String arn, JsonNode properties) {
        ObjectNode attributes = attributes(properties);
        if (!attributes.isEmpty()) {
            ObjectNode request = JsonNodeFactory.instance.objectNode().put("QueueUrl", urlOf(arn));
            engine.call("SetQueueAttributes", request.set("Attributes", attributes));
        }
        propertiesByArn.put(arn, properties);
    }

    /** Deletes a queue with its messages. */
    public void delete(String arn) {
        propertiesByArn.remove(arn);
        engine.call("DeleteQueue", JsonNodeFactory.instance.objectNode().put("QueueUrl", urlOf(arn)));
    }

    /** Returns the names of all queues in the engine. */
    public Set<String> names() {
        return engine.call("ListQueues", JsonNodeFactory.instance.objectNode())
                .path("QueueUrls")
                .valueStream()
                .map(JsonNode::asText)
                .map(url -> url.substring(url.lastIndexOf('/') + 1))
                .collect(Collectors.toSet());
    }

    /** Returns the URL of a queue. */
    public static String url(String name) {
        return "https://sqs." + Account.REGION + ".amazonaws.com/" + Account.ID + "/" + name;
    }

    /** Returns the URL of the queue with this ARN. */
    public static String urlOf(String arn) {
        return url(arn.substring(arn.lastIndexOf(':') + 1));
    }

    /** Returns whether this queue exists. */
    public boolean has(String arn) {
        return propertiesByArn.containsKey(arn);
    }

    /** Returns the visibility timeout of an existing queue. */
    public Duration visibilityTimeout(String arn) {
        JsonNode properties = Objects.requireNonNull(propertiesByArn.get(arn), arn);
        return Duration.ofSeconds(properties.path("VisibilityTimeout").asInt(DEFAULT_VISIBILITY_SECONDS));
    }

    /** Returns the queues whose dead-letter queue this is. */
    List<String> withDeadLettersIn(String arn) {
        return propertiesByArn.entrySet().stream()
                .filter(queue -> queue.getValue()
                        .at("/RedrivePolicy/deadLetterTargetArn")
                        .asText()
                        .equals(arn))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Sends a message on behalf of an AWS service. The caller has checked IAM. */
    public void send(String arn, String body) {
        send(arn, body, Map.of());
    }

    /** Sends a message with attributes of type String. */
    public void send(String arn, String body, Map<String, String> attributes) {
        ObjectNode request = JsonNodeFactory.instance
                .objectNode()
                .put("QueueUrl", urlOf(arn))
                .put("MessageBody", body);
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        attributes.forEach((name, value) ->
                values.putObject(name).put("DataType", "String").put("StringValue", value));
        if (!values.isEmpty()) {
            request.set("MessageAttributes", values);
        }
        engine.call("SendMessage", request);
    }

    private static ObjectNode attributes(JsonNode properties) {
        ObjectNode attributes = JsonNodeFactory.instance.objectNode();
        for (String name : ATTRIBUTES) {
            JsonNode value = properties.path(name);
            if (!value.isMissingNode()) {
                attributes.put(name, value.isValueNode() ? value.asText() : value.toString());
            }
        }
        return attributes;
    }
}
