package dev.backplane.tenants.queues;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.aws.AwsRefusalException;
import dev.backplane.platform.aws.JsonApi;
import dev.backplane.platform.aws.SignedHttp;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueueDepth;
import dev.backplane.tenants.Redrive;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The queues of tenants.
 *
 * <p>Calls are repeated if SQS is overloaded or does not respond. They then end with {@link Unavailable}, or with an
 * {@code SdkClientException} if there was no response.
 */
public final class Sqs {

    private static final String WAITING = "ApproximateNumberOfMessages";
    private static final String IN_FLIGHT = "ApproximateNumberOfMessagesNotVisible";
    private static final String POLICY = "Policy";
    private static final String DELAYED = "ApproximateNumberOfMessagesDelayed";

    /** The errors for a queue that does not exist. */
    private static final Set<String> MISSING =
            Set.of("QueueDoesNotExist", "ResourceNotFoundException", "AWS.SimpleQueueService.NonExistentQueue");

    /** The largest number of tasks that SQS lists. */
    private static final int RECENT_TASKS = 10;

    // SQS also refuses a second task shortly after the first has ended.
    private static final Duration JUST_NOW = Duration.ofMinutes(1);

    private final JsonApi api;
    private final Clock clock;

    public Sqs(Platform platform) {
        this.api = new JsonApi(new SignedHttp(platform.aws(), "sqs", platform.clock()), "AmazonSQS");
        this.clock = platform.clock();
    }

    /** Returns the numbers of messages in a queue; empty if it does not exist. */
    public Optional<QueueDepth> depth(Queue queue) {
        List<JsonValue> names = Stream.<JsonValue>of(new Text(WAITING), new Text(IN_FLIGHT), new Text(DELAYED))
                .toList();
        try {
            Obj attributes = api.call(
                            "GetQueueAttributes",
                            Map.of("QueueUrl", new Text(queue.url()), "AttributeNames", new Arr(names)))
                    .findObject("Attributes")
                    .orElseThrow(() -> new IllegalStateException("a queue without attributes"));
            return Optional.of(new QueueDepth(
                    count(attributes, WAITING), count(attributes, IN_FLIGHT), count(attributes, DELAYED)));
        } catch (AwsRefusalException e) {
            return emptyIfMissing(e);
        }
    }

    /**
     * Sends a message.
     *
     * @param attributes of type String
     * @return false if the queue does not exist
     */
    public boolean send(String url, String body, Map<String, String> attributes) {
        return send(url, body, attributes, Duration.ZERO);
    }

    /**
     * Sends a message that cannot be received before a delay of up to 15 minutes has passed.
     *
     * @return false if the queue does not exist
     */
    public boolean send(String url, String body, Map<String, String> attributes, Duration delay) {
        Map<String, JsonValue> message = new LinkedHashMap<>();
        if (!delay.isZero()) {
            message.put("DelaySeconds", new Num(Long.toString(delay.toSeconds())));
        }
        message.put("QueueUrl", new Text(url));
        message.put("MessageBody", new Text(body));
        if (!attributes.isEmpty()) {
            Map<String, JsonValue> values = new TreeMap<>();
            attributes.forEach((name, value) -> values.put(
                    name,
                    Obj.of(Map.entry("DataType", new Text("String")), Map.entry("StringValue", new Text(value)))));
            message.put("MessageAttributes", new Obj(values));
        }
        try {
            api.call("SendMessage", message);
            return true;
        } catch (AwsRefusalException e) {
            if (isMissing(e)) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Returns the policy of a queue, which is blank if it has none.
     *
     * @return empty if the queue does not exist
     */
    public Optional<String> policy(Queue queue) {
        try {
            Obj response = api.call(
                    "GetQueueAttributes",
                    Map.of("QueueUrl", new Text(queue.url()), "AttributeNames", new Arr(List.of(new Text(POLICY)))));
            return Optional.of(response.findObject("Attributes")
                    .flatMap(attributes -> attributes.findText(POLICY))
                    .orElse(""));
        } catch (AwsRefusalException e) {
            return emptyIfMissing(e);
        }
    }

    /** Sets the policy of a queue, if it exists; SQS applies it within a minute. */
    public void setPolicy(Queue queue, String policy) {
        try {
            api.call(
                    "SetQueueAttributes",
                    Map.of(
                            "QueueUrl",
                            new Text(queue.url()),
                            "Attributes",
                            Obj.of(Map.entry(POLICY, new Text(policy)))));
        } catch (AwsRefusalException e) {
            if (!isMissing(e)) {
                throw e;
            }
        }
    }

    private static long count(Obj attributes, String name) {
        return attributes.findText(name).map(Long::parseLong).orElse(0L);
    }

    /**
     * Starts to move the messages of a dead-letter queue, or returns the task that does so already. SQS allows one active
     * task per queue: https://docs.aws.amazon.com/goto/WebAPI/sqs-2012-11-05/StartMessageMoveTask
     *
     * @return empty if one of the queues does not exist
     */
    public Optional<Redrive> redrive(Queue deadLetters, Queue queue) {
        Instant called = Times.now(clock);
        try {
            String handle = api.call(
                            "StartMessageMoveTask",
                            Map.of(
                                    "SourceArn", new Text(deadLetters.arn()),
                                    "DestinationArn", new Text(queue.arn())))
                    .findText("TaskHandle")
                    .orElseThrow(() -> new IllegalStateException("a task without a handle"));
            return Optional.of(started(deadLetters, handle, called));
        } catch (AwsRefusalException e) {
            return isMissing(e) ? Optional.empty() : Optional.of(active(deadLetters, e));
        }
    }

    /** Returns a new task as SQS lists it. A task that has ended has no handle, but was started after the call. */
    private Redrive started(Queue deadLetters, String handle, Instant called) {
        return redrives(deadLetters).stream()
                .filter(task ->
                        task.handle().map(handle::equals).orElse(!task.started().isBefore(called)))
                .max(Comparator.comparing(Redrive::started))
                .orElseGet(() -> Redrive.justStarted(handle, called));
    }

    private Redrive active(Queue deadLetters, AwsRefusalException refusal) {
        Instant since = Times.now(clock).minus(JUST_NOW);
        return lastRedrive(deadLetters)
                .filter(task -> task.isRunning() || task.started().isAfter(since))
                .orElseThrow(() -> refusal);
    }

    /** Returns the running or latest task that moves the messages of a dead-letter queue. */
    public Optional<Redrive> lastRedrive(Queue deadLetters) {
        return redrives(deadLetters).stream()
                .max(Comparator.comparing(Redrive::isRunning).thenComparing(Redrive::started));
    }

    private List<Redrive> redrives(Queue deadLetters) {
        try {
            return api
                    .call(
                            "ListMessageMoveTasks",
                            Map.of(
                                    "SourceArn", new Text(deadLetters.arn()),
                                    "MaxResults", new Num(Integer.toString(RECENT_TASKS))))
                    .elements("Results")
                    .stream()
                    .flatMap(entry -> entry instanceof Obj task ? Stream.of(redrive(task)) : Stream.empty())
                    .toList();
        } catch (AwsRefusalException e) {
            return Sqs.<List<Redrive>>emptyIfMissing(e).orElseGet(List::of);
        }
    }

    private static Redrive redrive(Obj task) {
        return new Redrive(
                task.findText("TaskHandle"),
                task.findText("Status").orElse("UNKNOWN"),
                number(task, "ApproximateNumberOfMessagesMoved").orElse(0L),
                number(task, "ApproximateNumberOfMessagesToMove"),
                Instant.ofEpochMilli(number(task, "StartedTimestamp").orElse(0L)),
                task.findText("FailureReason"));
    }

    private static Optional<Long> number(Obj task, String name) {
        return task.members().get(name) instanceof Num(String digits)
                ? Optional.of(Long.parseLong(digits))
                : Optional.empty();
    }

    private static <T> Optional<T> emptyIfMissing(AwsRefusalException refusal) {
        if (isMissing(refusal)) {
            return Optional.empty();
        }
        throw refusal;
    }

    private static boolean isMissing(AwsRefusalException refusal) {
        return MISSING.contains(refusal.code());
    }
}
