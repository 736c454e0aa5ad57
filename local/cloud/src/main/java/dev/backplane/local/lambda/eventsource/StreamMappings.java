package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.dynamodb.EngineStream;
import dev.backplane.local.dynamodb.ExpiryLedger;
import dev.backplane.local.dynamodb.Tables;
import dev.backplane.local.dynamodb.WriteNotifier;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.sqs.Queues;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The running event source mappings of streams. */
public final class StreamMappings implements AutoCloseable {

    private final List<StreamMappingRunner> runners;

    private StreamMappings(List<StreamMappingRunner> runners) {
        this.runners = runners;
    }

    /** The dependencies of the mappings. */
    public record Context(
            Engine streams,
            WriteNotifier changes,
            Tables tables,
            ExpiryLedger ledger,
            Functions functions,
            Queues queues,
            Iam iam) {}

    /**
     * Creates all mappings.
     *
     * @param positions the folder that remembers how far each has come; in memory when empty
     * @param onError receives read errors; reads are retried
     * @throws TemplateException when Lambda would reject a mapping
     */
    public static StreamMappings of(
            CloudTemplates templates, Context context, Optional<Path> positions, Consumer<Exception> onError) {
        StreamMappingCheck check =
                new StreamMappingCheck(context.tables(), context.functions(), context.queues(), context.iam());
        List<StreamMappingSettings> mappings = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (TemplateResource resource : EventSourceKind.ofStreams(templates)) {
            StreamMappingSettings mapping = StreamMappingSettings.of(resource);
            check.problems(mapping).forEach(problem -> problems.add(resource + ": " + problem));
            if (EventSourceKind.isEnabled(resource)) {
                mappings.add(mapping);
            }
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        List<StreamMappingRunner> runners = mappings.stream()
                .map(mapping -> runner(mapping, context, positions, onError))
                .toList();
        return new StreamMappings(runners);
    }

    /** Starts reading. Writes after this call are not missed. */
    public void start() {
        runners.forEach(StreamMappingRunner::start);
    }

    private static StreamMappingRunner runner(
            StreamMappingSettings mapping, Context context, Optional<Path> positions, Consumer<Exception> onError) {
        // Records carry the engine's time, so their age needs the same clock.
        Clock clock = Clock.systemUTC();
        Consumer<DiscardedBatch> failures = mapping.onFailure()
                .queue()
                .<Consumer<DiscardedBatch>>map(queue -> new OnFailureQueue(mapping, queue, context.queues(), clock))
                .orElse(discard -> {});
        BatchDelivery.Context delivery = new BatchDelivery.Context(
                payload -> context.functions().invoke(mapping.function(), payload),
                failures,
                clock,
                Thread::sleep,
                context.changes().listen(Tables.nameIn(mapping.streamArn())));
        EngineStream source = new EngineStream(
                context.streams(),
                context.tables().engineStream(mapping.streamArn()).orElseThrow(),
                mapping.streamArn(),
                context.ledger(),
                clock);
        Checkpoints checkpoints = positions
                .map(folder -> Checkpoints.inFile(folder.resolve(mapping.id() + ".json")))
                .orElseGet(Checkpoints::inMemory);
        return new StreamMappingRunner(mapping, source, checkpoints, delivery, onError);
    }

    @Override
    public void close() {
        runners.forEach(StreamMappingRunner::close);
    }
}
