package dev.backplane.infra.constructs;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/** A queue for work that failed permanently, to be inspected by an operator. */
public final class FailureQueue extends Construct {

    private final String label;
    private final String name;
    private final Queue queue;

    /** Creates the queue for notifications about stream records that a service's functions failed to process. */
    public static FailureQueue streamFailures(Construct scope, Service service) {
        String label = service.name() + "-failures";
        return new FailureQueue(scope, "Failures", label, service.nameOf(label));
    }

    /** Creates the dead-letter queue that several queues share. */
    public static FailureQueue shared(Construct scope, Service service, String label) {
        return new FailureQueue(scope, label, label, service.nameOf(label));
    }

    /** Creates the dead-letter queue of a queue; its messages can be moved back. */
    static FailureQueue deadLetters(Construct scope, WorkQueue queue) {
        String label = queue.label() + "-dead-letters";
        return new FailureQueue(scope, "DeadLetters", label, queue.queueName() + "-dead-letters");
    }

    private FailureQueue(Construct scope, String id, String label, String name) {
        super(scope, id);
        this.label = label;
        this.name = name;
        this.queue = Queues.named(this, name).build();
        Suppressions.accept(
                queue,
                "AwsSolutions-SQS3",
                "This is a dead-letter queue, which operators inspect; it needs no other behind it.");
    }

    /** Lets EventBridge send events here that a rule could not deliver. */
    void acceptFrom(CfnRule rule) {
        queue.addToResourcePolicy(PolicyStatement.Builder.create()
                .principals(List.of(new ServicePrincipal("events.amazonaws.com")))
                .actions(List.of("sqs:SendMessage"))
                .resources(List.of(arn()))
                .conditions(Map.of("ArnEquals", Map.of("aws:SourceArn", rule.getAttrArn())))
                .build());
    }

    /** Returns the ARN for redrive policies. */
    public String arn() {
        return queue.getQueueArn();
    }

    Queue queue() {
        return queue;
    }

    String label() {
        return label;
    }

    String queueName() {
        return name;
    }
}
