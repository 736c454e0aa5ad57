package dev.backplane.local.queues;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.template.CloudTemplates;
import dev.backplane.local.template.Resource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The queues of the templates in the engine. */
public final class Queues {
    private static final List<String> FIXED = List.of("FifoQueue", "ContentBasedDeduplication");
    private static final List<String> CHANGEABLE =
            List.of("VisibilityTimeout", "DelaySeconds", "ReceiveMessageWaitTimeSeconds", "RedrivePolicy");

    private final Engine engine;
    private final Set<String> arns;

    private Queues(Engine engine, Set<String> arns) {
        this.engine = engine;
        this.arns = arns;
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
        return new Queues(engine, queues.stream().map(Resource::arn).collect(Collectors.toSet()));
    }

    /** The address of a queue, in AWS's form. */
    public static String url(String name) {
        return "https://sqs." + Account.REGION + ".amazonaws.com/" + Account.ID + "/" + name;
    }

    /** Whether the templates have this queue. */
    public boolean has(String arn) {
        return arns.contains(arn);
    }

    /** Sends a message for one of AWS's services; the caller has asked IAM. */
    public void send(String arn, String body) {
        String name = arn.substring(arn.lastIndexOf(':') + 1);
        engine.call(
                "SendMessage",
                JsonNodeFactory.instance.objectNode().put("QueueUrl", url(name)).put("MessageBody", body));
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
