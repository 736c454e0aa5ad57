package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.EngineCallException;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.sqs.QueueKind;
import dev.backplane.local.sqs.Queues;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code AWS::SQS::Queue}.
 *
 * <p>Requires the permissions of CloudFormation's handler of this type: {@code sqs:CreateQueue},
 * {@code GetQueueUrl}, {@code GetQueueAttributes}, {@code ListQueueTags} and, for tags, {@code TagQueue} to make one;
 * {@code SetQueueAttributes}, {@code TagQueue} and {@code UntagQueue} for what changes; {@code DeleteQueue}.
 */
final class QueueResourceHandler implements ResourceHandler {

    private static final String NAME = "QueueName";
    private static final String TAGS = "Tags";

    private final Queues queues;
    private final Iam iam;

    QueueResourceHandler(Queues queues, Iam iam) {
        this.queues = queues;
        this.iam = iam;
    }

    @Override
    public List<String> unknown(JsonNode properties) {
        return QueueKind.kind().properties().unknownIn(properties);
    }

    @Override
    public boolean takesTags() {
        return true;
    }

    @Override
    public ProvisionedResource create(ResourceRequest work) throws ResourceException {
        String name = work.properties().path(NAME).asText(work.generatedName());
        String arn = Account.arn("sqs", name);
        work.actor().needs("sqs:CreateQueue", arn);
        if (work.addsTags()) {
            work.actor().needs("sqs:TagQueue", arn);
        }
        if (queues.names().contains(name)) {
            throw ResourceException.ofHandler(
                    "Resource of type '" + QueueKind.TYPE + "' with identifier '" + name + "' already exists.",
                    "AlreadyExists");
        }
        work.initiated().accept(Queues.url(name));
        calling(() -> {
            queues.create(name);
            queues.configure(arn, work.properties());
        });
        work.actor().needs("sqs:GetQueueUrl", arn);
        read(work, arn);
        return made(name, arn);
    }

    @Override
    public ProvisionedResource update(ResourceRequest work, StackResource current) throws ResourceException {
        String arn = arn(current.physicalId());
        JsonNode old = current.properties();
        if (!old.path(NAME).equals(work.properties().path(NAME))) {
            return create(work);
        }
        List<String> removed = old.propertyStream()
                .map(property -> property.getKey())
                .filter(property -> !property.equals(TAGS) && !work.properties().has(property))
                .toList();
        if (!removed.isEmpty()) {
            throw new ResourceException("the local cloud cannot remove " + removed + " from a queue");
        }
        if (Stream.concat(old.propertyStream(), work.properties().propertyStream())
                .filter(property -> !property.getKey().equals(TAGS))
                .anyMatch(property ->
                        !old.path(property.getKey()).equals(work.properties().path(property.getKey())))) {
            work.actor().needs("sqs:SetQueueAttributes", arn);
            calling(() -> queues.configure(arn, work.properties()));
        }
        tag(work, arn);
        read(work, arn);
        return made(arn.substring(arn.lastIndexOf(':') + 1), arn);
    }

    private static void tag(ResourceRequest work, String arn) throws ResourceException {
        if (work.addsTags()) {
            work.actor().needs("sqs:TagQueue", arn);
        }
        if (work.removesTags()) {
            work.actor().needs("sqs:UntagQueue", arn);
        }
    }

    @Override
    public void delete(ResourceRequest work, String physicalId) throws ResourceException {
        String arn = arn(physicalId);
        work.actor().needs("sqs:GetQueueAttributes", arn);
        work.actor().needs("sqs:DeleteQueue", arn);
        if (queues.names().contains(arn.substring(arn.lastIndexOf(':') + 1))) {
            calling(() -> queues.delete(arn));
            iam.queuePolicies().remove(arn);
        }
    }

    /** Checks the permissions to read a queue, because CloudFormation reads it after each change. */
    private static void read(ResourceRequest work, String arn) throws ResourceException {
        work.actor().needs("sqs:GetQueueAttributes", arn);
        work.actor().needs("sqs:ListQueueTags", arn);
    }

    private static void calling(Runnable calls) throws ResourceException {
        try {
            calls.run();
        } catch (EngineCallException refused) {
            throw ResourceException.ofHandler(String.valueOf(refused.getMessage()), "InvalidRequest");
        }
    }

    private static String arn(String url) {
        return Account.arn("sqs", url.substring(url.lastIndexOf('/') + 1));
    }

    private static ProvisionedResource made(String name, String arn) {
        return new ProvisionedResource(
                Queues.url(name),
                JsonNodeFactory.instance
                        .objectNode()
                        .put("Arn", arn)
                        .put("QueueName", name)
                        .put("QueueUrl", Queues.url(name)));
    }
}
