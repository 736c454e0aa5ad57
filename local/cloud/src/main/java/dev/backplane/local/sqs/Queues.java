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

/** The queues in the engine: those of the templates, and those that stacks make while the local cloud runs. */
public final class Queues {
    private static final List<String> FIXED = List.of("FifoQueue", "ContentBasedDeduplication");
    private static final List<String> CHANGEABLE =
            List.of("VisibilityTimeout", "DelaySeconds", "ReceiveMessageWaitTimeSeconds", "RedrivePolicy");

    private static final int DEFAULT_VISIBILITY_SECONDS = 30;

    private final Engine engine;
    private final Map<String, JsonNode> propertiesByArn = new ConcurrentHashMap<>();

    private Queues(Engine engine) {
        this.engine = engine;
    }

    /** Makes the queues that are not there yet, and gives all of them the attributes of the templates. */
    public static Queues create(Engine engine, CloudTemplates templates) {
        Queues queues = new Queues(engine);
        List<TemplateResource> declared = templates.ofType(QueueKind.TYPE);
        Set<String> kept = queues.names();
        for (TemplateResource queue : declared) {
            String name = Objects.requireNonNull(queue.identity().attributes().get("QueueName"));
            if (!kept.contains(name)) {
                queues.create(name, queue.properties());
            }
        }
        // Only now, because a redrive policy must name a queue that is there.
        declared.forEach(queue -> queues.configure(queue.arn(), queue.properties()));
        return queues;
    }

    /** Makes a queue that is not there, still without the attributes that can be changed later. */
    public void create(String name, JsonNode properties) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("QueueName", name);
        engine.call("CreateQueue", request.set("Attributes", attributes(properties, FIXED)));
    }

    /** Gives a queue the attributes of a template. */
    public void configure(String arn, JsonNode properties) {
        ObjectNode attributes = attributes(properties, CHANGEABLE);
        if (!attributes.isEmpty()) {
            ObjectNode request = JsonNodeFactory.instance.objectNode().put("QueueUrl", urlOf(arn));
            engine.call("SetQueueAttributes", request.set("Attributes", attributes));
        }
        propertiesByArn.put(arn, properties);
    }

    /** Takes a queue away with its messages. */
    public void delete(String arn) {
        propertiesByArn.remove(arn);
        engine.call("DeleteQueue", JsonNodeFactory.instance.objectNode().put("QueueUrl", urlOf(arn)));
    }

    /** The names of all queues in the engine. */
    public Set<String> names() {
        return engine.call("ListQueues", JsonNodeFactory.instance.objectNode())
                .path("QueueUrls")
                .valueStream()
                .map(JsonNode::asText)
                .map(url -> url.substring(url.lastIndexOf('/') + 1))
                .collect(Collectors.toSet());
    }

    /** The address of a queue, in AWS's form. */
    public static String url(String name) {
        return "https://sqs." + Account.REGION + ".amazonaws.com/" + Account.ID + "/" + name;
    }

    /** The address of the queue with this ARN. */
    public static String urlOf(String arn) {
        return url(arn.substring(arn.lastIndexOf(':') + 1));
    }

    /** Whether a template has this queue. */
    public boolean has(String arn) {
        return propertiesByArn.containsKey(arn);
    }

    /** How long a message of this queue, which a template has, stays hidden once it was received. */
    public Duration visibilityTimeout(String arn) {
        JsonNode properties = Objects.requireNonNull(propertiesByArn.get(arn), arn);
        return Duration.ofSeconds(properties.path("VisibilityTimeout").asInt(DEFAULT_VISIBILITY_SECONDS));
    }

    /** The queues that put messages which nobody could handle into this one. */
    List<String> withDeadLettersIn(String arn) {
        return propertiesByArn.entrySet().stream()
                .filter(queue -> queue.getValue()
                        .at("/RedrivePolicy/deadLetterTargetArn")
                        .asText()
                        .equals(arn))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Sends a message for one of AWS's services; the caller has asked IAM. */
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

    private static ObjectNode attributes(JsonNode properties, List<String> names) {
        ObjectNode attributes = JsonNodeFactory.instance.objectNode();
        for (String name : names) {
            JsonNode value = properties.path(name);
            if (!value.isMissingNode()) {
                attributes.put(name, value.isValueNode() ? value.asText() : value.toString());
            }
        }
        return attributes;
    }
}
