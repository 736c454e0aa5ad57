package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.sqs.EngineQueue;
import dev.backplane.local.sqs.Queues;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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
     * @throws TemplateException when Lambda would reject a mapping
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
                        payload -> context.functions().invoke(mapping.function(), payload),
                        Clock.systemUTC(),
                        Thread::sleep,
                        onError));
    }

    @Override
    public void close() {
        pollers.forEach(QueuePoller::close);
    }
}
