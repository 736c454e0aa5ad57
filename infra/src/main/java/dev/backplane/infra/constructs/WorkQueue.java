package dev.backplane.infra.constructs;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/** A queue of work for one function, with a dead-letter queue. */
public final class WorkQueue extends Construct {

    /** The number of deliveries before a message is moved to the dead-letter queue. */
    public static final int RECEIVES = 5;

    private final String label;
    private final String name;
    private final FailureQueue deadLetters;
    private final Queue queue;

    /** Creates a queue for a kind of work, such as {@code tenant-run-failures}. */
    public WorkQueue(Construct scope, Service service, String work) {
        this(scope, service, work, Duration.seconds(ServiceFunction.QUEUE_TIMEOUT_SECONDS));
    }

    /**
     * Creates a queue for a kind of work.
     *
     * @param timeout of the function
     */
    public WorkQueue(Construct scope, Service service, String work, Duration timeout) {
        super(scope, work);
        this.label = work;
        this.name = service.nameOf(work);
        this.deadLetters = FailureQueue.deadLetters(this, this);
        this.queue = Queues.named(this, name)
                // As AWS recommends, so that a slow batch is not delivered twice.
                .visibilityTimeout(Duration.seconds(6 * timeout.toSeconds().longValue()))
                .deadLetterQueue(DeadLetterQueue.builder()
                        .queue(deadLetters.queue())
                        .maxReceiveCount(RECEIVES)
                        .build())
                .build();
    }

    /**
     * Lets the function of the queue send messages to the dead-letter queue itself, instead of failing until SQS does.
     *
     * @param setting the name of the setting with the URL of the dead-letter queue
     */
    public void allowGivingUp(ServiceFunction function, String setting) {
        function.setting(setting, deadLetters.queue().getQueueUrl()).allow(deadLetters.arn(), "sqs:SendMessage");
    }

    /**
     * Lets a function send messages to the queue.
     *
     * @param setting the name of the setting with the URL of the queue
     */
    public ServiceFunction allowSending(ServiceFunction function, String setting) {
        return function.setting(setting, queue.getQueueUrl()).allow(queue.getQueueArn(), "sqs:SendMessage");
    }

    Queue queue() {
        return queue;
    }

    FailureQueue deadLetters() {
        return deadLetters;
    }

    String label() {
        return label;
    }

    String queueName() {
        return name;
    }
}
