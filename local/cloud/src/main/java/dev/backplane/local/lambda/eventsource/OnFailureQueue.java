package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.dynamodb.TableChange;
import dev.backplane.local.lambda.InvocationResult;
import dev.backplane.local.sqs.Queues;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.function.Consumer;

/** The on-failure destination of a mapping: sends the position of discarded records to a queue. */
final class OnFailureQueue implements Consumer<DiscardedBatch> {

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
            ObjectNode response =
                    message.putObject("responseContext").put("statusCode", 200).put("executedVersion", "$LATEST");
            if (last.failed()) {
                response.put("functionError", "Unhandled");
            }
        }
        message.put("version", "1.0")
                .put("timestamp", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
        message.putObject("DDBStreamBatchInfo")
                .put("shardId", discard.shard())
                .put("startSequenceNumber", discard.records().getFirst().sequenceNumber())
                .put("endSequenceNumber", discard.records().getLast().sequenceNumber())
                .put(
                        "approximateArrivalOfFirstRecord",
                        seconds(discard.records().getFirst()))
                .put("approximateArrivalOfLastRecord", seconds(discard.records().getLast()))
                .put("batchSize", discard.records().size())
                .put("streamArn", mapping.streamArn());
        return message;
    }

    private static String seconds(TableChange change) {
        Instant created = change.created();
        return created.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
