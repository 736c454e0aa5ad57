package dev.backplane.local.queues;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.template.CloudTemplates;
import dev.backplane.local.template.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The queues of the templates in the engine. */
public final class Queues {
    private static final List<String> FIXED = List.of("FifoQueue", "ContentBasedDeduplication");
    private static final List<String> CHANGEABLE =
            List.of("VisibilityTimeout", "DelaySeconds", "ReceiveMessageWaitTimeSeconds", "RedrivePolicy");

    private static final int DEFAULT_VISIBILITY_SECONDS = 30;

    private final Engine engine;
    private final Map<String, Resource> byArn;

    private Queues(Engine engine, Map<String, Resource> byArn) {
        this.engine = engine;
        this.byArn = byArn;
    }

    /** Makes the queues that are not there yet, and gives all of them the attributes of the templates. */
    public static Queues create(Engine engine, CloudTemplates templates) {
        List<Resource> queues = templates.ofType(QueueKind.TYPE);
        Set<String> kept = keptNames(engine);
        for (Resource queue : queues) {
            String name = Objects.requireNonNull(queue.identity().attributes().get("QueueName"));
            if (!kept.contains(name)) {
                ObjectNode request = JsonNodeFactory.instance.objectNode().put("QueueName", name);
                engine.call("CreateQueue", request.set("Attributes", attributes(queue, FIXED)));
            }
        }
        // Only now, because a redrive policy must name a queue that is there.
        for (Resource queue : queues) {
            ObjectNode attributes = attributes(queue, CHANGEABLE);
            if (!attributes.isEmpty()) {
                ObjectNode request = JsonNodeFactory.instance.objectNode().put("QueueUrl", queue.ref());
                engine.call("SetQueueAttributes", request.set("Attributes", attributes));
            }
        }
        return new Queues(engine, queues.stream().collect(Collectors.toMap(Resource::arn, queue -> queue)));
    }

    /** The address of a queue, in AWS's form. */
    public static String url(String name) {
        return "https://sqs." + Account.REGION + ".amazonaws.com/" + Account.ID + "/" + name;
    }

    /** The address of the queue with this ARN. */
    public static String urlOf(String arn) {
        return url(arn.substring(arn.lastIndexOf(':') + 1));
    }

    /** Whether the templates have this queue. */
    public boolean has(String arn) {
        return byArn.containsKey(arn);
    }

    /** How long a message of this queue, which the templates have, stays hidden once it was received. */
    public Duration visibilityTimeout(String arn) {
        Resource queue = Objects.requireNonNull(byArn.get(arn), arn);
        return Duration.ofSeconds(queue.properties().path("VisibilityTimeout").asInt(DEFAULT_VISIBILITY_SECONDS));
    }

    /** The queues that put messages which nobody could handle into this one. */
    List<String> withDeadLettersIn(String arn) {
        return byArn.values().stream()
                .filter(queue -> queue.properties()
                        .at("/RedrivePolicy/deadLetterTargetArn")
                        .asText()
                        .equals(arn))
                .map(Resource::arn)
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

    private static Set<String> keptNames(Engine engine) {
        return engine.call("ListQueues", JsonNodeFactory.instance.objectNode())
                .path("QueueUrls")
                .valueStream()
                .map(JsonNode::asText)
                .map(url -> url.substring(url.lastIndexOf('/') + 1))
                .collect(Collectors.toSet());
    }

    private static ObjectNode attributes(Resource queue, List<String> names) {
        ObjectNode attributes = JsonNodeFactory.instance.objectNode();
        for (String name : names) {
            JsonNode value = queue.properties().path(name);
            if (!value.isMissingNode()) {
                attributes.put(name, value.isValueNode() ? value.asText() : value.toString());
            }
        }
        return attributes;
    }
}
