package dev.backplane.local.lambda.eventsource;

import dev.backplane.local.dynamodb.ChangeSignal;
import dev.backplane.local.dynamodb.EngineStream;

import dev.backplane.local.aws.Engine;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.sqs.Queues;
import dev.backplane.local.dynamodb.ExpiryLedger;
import dev.backplane.local.dynamodb.Tables;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.Resource;
import dev.backplane.local.cloudformation.template.TemplateException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The event source mappings of the templates, at work. */
public final class StreamMappings implements AutoCloseable {
    private final List<MappingRunner> runners;

    private StreamMappings(List<MappingRunner> runners) {
        this.runners = runners;
    }

    /** Where mappings find what they connect. */
    public record Surroundings(
            Engine streams,
            ChangeSignal changes,
            Tables tables,
            ExpiryLedger ledger,
            Functions functions,
            Queues queues,
            Iam iam) {}

    /**
     * Prepares all mappings.
     *
     * @param positions the folder that remembers how far each has come; in memory when empty
     * @param troubles is told why a read failed; it is tried again
     * @throws TemplateException when Lambda would not accept one of them
     */
    public static StreamMappings of(
            CloudTemplates templates,
            Surroundings surroundings,
            Optional<Path> positions,
            Consumer<Exception> troubles) {
        MappingCheck check = new MappingCheck(
                surroundings.tables(), surroundings.functions(), surroundings.queues(), surroundings.iam());
        List<Mapping> mappings = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Resource resource : EventSourceKind.ofStreams(templates)) {
            Mapping mapping = Mapping.of(resource);
            check.problems(mapping).forEach(problem -> problems.add(resource + ": " + problem));
            if (EventSourceKind.isEnabled(resource)) {
                mappings.add(mapping);
            }
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        List<MappingRunner> runners = mappings.stream()
                .map(mapping -> runner(mapping, surroundings, positions, troubles))
                .toList();
        return new StreamMappings(runners);
    }

    /** Starts reading; what is written after this returns is not missed. */
    public void start() {
        runners.forEach(MappingRunner::start);
    }

    private static MappingRunner runner(
            Mapping mapping, Surroundings surroundings, Optional<Path> positions, Consumer<Exception> troubles) {
        // Records carry the engine's time, so their age is told by the same clock and not by the one functions see.
        Clock clock = Clock.systemUTC();
        Consumer<Discard> failures = mapping.onFailure()
                .queue()
                .<Consumer<Discard>>map(queue -> new FailureQueue(mapping, queue, surroundings.queues(), clock))
                .orElse(discard -> {});
        Delivery.Outside outside = new Delivery.Outside(
                payload -> surroundings.functions().invoke(mapping.function(), payload),
                failures,
                clock,
                Thread::sleep,
                surroundings.changes().listen(Tables.nameIn(mapping.streamArn())));
        EngineStream source = new EngineStream(
                surroundings.streams(),
                surroundings.tables().engineStream(mapping.streamArn()).orElseThrow(),
                mapping.streamArn(),
                surroundings.ledger(),
                clock);
        Checkpoints checkpoints = positions
                .map(folder -> Checkpoints.inFile(folder.resolve(mapping.id() + ".json")))
                .orElseGet(Checkpoints::inMemory);
        return new MappingRunner(mapping, source, checkpoints, outside, troubles);
    }

    @Override
    public void close() {
        runners.forEach(MappingRunner::close);
    }
}
