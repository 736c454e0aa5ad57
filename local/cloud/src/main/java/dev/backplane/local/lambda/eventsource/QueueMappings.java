package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.sqs.EngineQueue;
import dev.backplane.local.sqs.Queues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The running event source mappings of queues. */
public final class QueueMappings implements AutoCloseable {

    private final List<QueuePoller> pollers;

    private QueueMappings(List<QueuePoller> pollers) {
        this.pollers = pollers;
    }

    /** The dependencies of the mappings. */
    public record Context(Engine engine, Functions functions, Queues queues, Iam iam) {}

    /**
     * Creates all mappings.
     *
     * @param onError receives call errors; calls are retried
     * @throws TemplateException if Lambda would reject a mapping
     */
    public static QueueMappings of(CloudTemplates templates, Context context, Consumer<Exception> onError) {
        QueueMappingCheck check = new QueueMappingCheck(context.functions(), context.queues(), context.iam());
        List<QueueMappingSettings> mappings = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (TemplateResource resource : EventSourceKind.ofQueues(templates)) {
            QueueMappingSettings mapping = QueueMappingSettings.of(resource);
            check.problems(mapping).forEach(problem -> problems.add(resource + ": " + problem));
            if (EventSourceKind.isEnabled(resource)) {
                mappings.add(mapping);
            }
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        List<QueuePoller> pollers = mappings.stream()
                .map(mapping -> poller(mapping, context, onError))
                .toList();
        return new QueueMappings(pollers);
    }

    /** Starts polling. */
    public void start() {
        pollers.forEach(QueuePoller::start);
    }

    private static QueuePoller poller(QueueMappingSettings mapping, Context context, Consumer<Exception> onError) {
        return new QueuePoller(
                mapping,
                new EngineQueue(context.engine(), mapping.queueArn()),
                new QueuePoller.Context(
                        payload -> context.functions().invoke(mapping.function(), payload), Thread::sleep, onError));
    }

    @Override
    public void close() {
        pollers.forEach(QueuePoller::close);
    }

    /** Lambda's validation of a queue mapping. */
    private record QueueMappingCheck(Functions functions, Queues queues, Iam iam) {

        List<String> problems(QueueMappingSettings mapping) {
            List<String> problems = new ArrayList<>();
            Optional<Caller> caller = functions.caller(mapping.function());
            if (caller.isEmpty()) {
                problems.add("there is no function " + mapping.function());
            }
            if (!queues.has(mapping.queueArn())) {
                problems.add("there is no queue " + mapping.queueArn());
            }
            if (!problems.isEmpty()) {
                return problems;
            }
            Duration visibility = queues.visibilityTimeout(mapping.queueArn());
            Duration timeout = functions.timeout(mapping.function());
            if (visibility.compareTo(timeout) < 0) {
                problems.add("Queue visibility timeout: " + visibility.toSeconds()
                        + " seconds is less than Function timeout: " + timeout.toSeconds() + " seconds");
            }
            Stream.of("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes")
                    .map(action -> new AccessRequest(action, mapping.queueArn()))
                    .flatMap(access -> iam.check(caller.orElseThrow(), access).stream())
                    .map(Denial::message)
                    .forEach(problems::add);
            return problems;
        }
    }
}
