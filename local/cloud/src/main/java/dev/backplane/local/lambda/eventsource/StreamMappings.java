package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.dynamodb.EngineStream;
import dev.backplane.local.dynamodb.ExpiryLedger;
import dev.backplane.local.dynamodb.TableChange;
import dev.backplane.local.dynamodb.Tables;
import dev.backplane.local.dynamodb.WriteNotifier;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.lambda.InvocationResult;
import dev.backplane.local.sqs.Queues;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

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
     * @param positions the folder of stream positions; in memory when empty
     * @param onError receives read errors; reads are retried
     * @throws TemplateException if Lambda would reject a mapping
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

    /** The on-failure destination of a mapping: sends the position of discarded records to a queue. */
    private static final class OnFailureQueue implements Consumer<DiscardedBatch> {

        private final StreamMappingSettings mapping;
        private final String queueArn;
        private final Queues queues;
        private final InstantSource clock;

        OnFailureQueue(StreamMappingSettings mapping, String queueArn, Queues queues, InstantSource clock) {
            this.mapping = mapping;
            this.queueArn = queueArn;
            this.queues = queues;
            this.clock = clock;
        }

        @Override
        public void accept(DiscardedBatch discard) {
            queues.send(queueArn, message(discard).toString());
        }

        private ObjectNode message(DiscardedBatch discard) {
            InvocationResult last = discard.lastInvocation();
            ObjectNode message = JsonNodeFactory.instance.objectNode();
            message.putObject("requestContext")
                    .put("requestId", last == null ? UUID.randomUUID().toString() : last.requestId())
                    .put("functionArn", mapping.function())
                    .put("condition", discard.reason().condition())
                    .put("approximateInvokeCount", discard.invocations());
            if (last != null) {
                ObjectNode response = message.putObject("responseContext")
                        .put("statusCode", 200)
                        .put("executedVersion", "$LATEST");
                if (last.failed()) {
                    response.put("functionError", "Unhandled");
                }
            }
            message.put("version", "1.0")
                    .put(
                            "timestamp",
                            clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
            message.putObject("DDBStreamBatchInfo")
                    .put("shardId", discard.shard())
                    .put("startSequenceNumber", discard.records().getFirst().sequenceNumber())
                    .put("endSequenceNumber", discard.records().getLast().sequenceNumber())
                    .put(
                            "approximateArrivalOfFirstRecord",
                            seconds(discard.records().getFirst()))
                    .put(
                            "approximateArrivalOfLastRecord",
                            seconds(discard.records().getLast()))
                    .put("batchSize", discard.records().size())
                    .put("streamArn", mapping.streamArn());
            return message;
        }

        private static String seconds(TableChange change) {
            Instant created = change.created();
            return created.truncatedTo(ChronoUnit.SECONDS).toString();
        }
    }

    /** Lambda's validation of a stream mapping: existing resources and required permissions. */
    private record StreamMappingCheck(Tables tables, Functions functions, Queues queues, Iam iam) {

        List<String> problems(StreamMappingSettings mapping) {
            List<String> problems = new ArrayList<>();
            Optional<Caller> caller = functions.caller(mapping.function());
            if (caller.isEmpty()) {
                problems.add("there is no function " + mapping.function());
            }
            if (tables.engineStream(mapping.streamArn()).isEmpty()) {
                problems.add("there is no stream " + mapping.streamArn());
            }
            mapping.onFailure()
                    .queue()
                    .filter(queue -> !queues.has(queue))
                    .ifPresent(queue -> problems.add("there is no queue " + queue));
            caller.ifPresent(found -> accesses(mapping)
                    .flatMap(access -> iam.check(found, access).stream())
                    .map(Denial::message)
                    .forEach(problems::add));
            return problems;
        }

        private static Stream<AccessRequest> accesses(StreamMappingSettings mapping) {
            Stream<AccessRequest> reading = Stream.of("DescribeStream", "GetShardIterator", "GetRecords", "ListStreams")
                    .map(action -> new AccessRequest("dynamodb:" + action, mapping.streamArn()));
            return Stream.concat(
                    reading,
                    mapping.onFailure().queue().stream().map(queue -> new AccessRequest("sqs:SendMessage", queue)));
        }
    }
}
