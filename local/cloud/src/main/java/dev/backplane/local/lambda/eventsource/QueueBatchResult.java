package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.lambda.InvocationResult;
import dev.backplane.local.sqs.QueueMessage;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Determines from a function's response which messages of a batch are done. */
final class QueueBatchResult {

    private static final ObjectMapper JSON = new ObjectMapper();

    private QueueBatchResult() {}

    /** Returns the messages that can be deleted. */
    static List<QueueMessage> done(List<QueueMessage> batch, InvocationResult invocation, boolean reportsItemFailures) {
        if (invocation.failed()) {
            return List.of();
        }
        if (!reportsItemFailures || invocation.payload().length == 0) {
            return batch;
        }
        try {
            return done(batch, JSON.readTree(invocation.payload()).path("batchItemFailures"));
        } catch (IOException notJson) {
            return List.of();
        }
    }

    private static List<QueueMessage> done(List<QueueMessage> batch, JsonNode failures) {
        Set<String> ids = new HashSet<>(QueueMessage.ids(batch));
        Set<String> failed = new HashSet<>();
        for (JsonNode failure : failures) {
            JsonNode id = failure.path("itemIdentifier");
            if (!id.isTextual() || !ids.contains(id.textValue())) {
                // Lambda treats an unknown identifier as failure of the whole batch.
                return List.of();
            }
            failed.add(id.textValue());
        }
        return batch.stream().filter(message -> !failed.contains(message.id())).toList();
    }
}
