package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.sqs.EngineQueue;

import dev.backplane.local.aws.Engine;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.sqs.Queues;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.Resource;
import dev.backplane.local.cloudformation.template.TemplateException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The event source mappings of queues in the templates, at work. */
public final class QueueMappings implements AutoCloseable {
    private final List<QueuePoller> pollers;

    private QueueMappings(List<QueuePoller> pollers) {
        this.pollers = pollers;
    }

    /** Where mappings find what they connect. */
    public record Surroundings(Engine engine, Functions functions, Queues queues, Iam iam) {}

    /**
     * Prepares all mappings.
     *
     * @param troubles is told why a call to a queue failed; it is tried again
     * @throws TemplateException when Lambda would not accept one of them
     */
    public static QueueMappings of(CloudTemplates templates, Surroundings surroundings, Consumer<Exception> troubles) {
        QueueMappingCheck check =
                new QueueMappingCheck(surroundings.functions(), surroundings.queues(), surroundings.iam());
        List<QueueMapping> mappings = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Resource resource : EventSourceKind.ofQueues(templates)) {
            QueueMapping mapping = QueueMapping.of(resource);
            check.problems(mapping).forEach(problem -> problems.add(resource + ": " + problem));
            if (EventSourceKind.isEnabled(resource)) {
                mappings.add(mapping);
            }
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        List<QueuePoller> pollers = mappings.stream()
                .map(mapping -> poller(mapping, surroundings, troubles))
                .toList();
        return new QueueMappings(pollers);
    }

    /** Starts to take messages. */
    public void start() {
        pollers.forEach(QueuePoller::start);
    }

    private static QueuePoller poller(QueueMapping mapping, Surroundings surroundings, Consumer<Exception> troubles) {
        return new QueuePoller(
                mapping,
                new EngineQueue(surroundings.engine(), mapping.queueArn()),
                new QueuePoller.Outside(
                        payload -> surroundings.functions().invoke(mapping.function(), payload),
                        Clock.systemUTC(),
                        Thread::sleep,
                        troubles));
    }

    @Override
    public void close() {
        pollers.forEach(QueuePoller::close);
    }
}
