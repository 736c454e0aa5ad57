package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.dynamodb.TableChange;
import dev.backplane.local.lambda.InvocationResult;
import java.io.IOException;
import java.util.List;

/** Reads from a function's answer how much of a batch it has done. */
final class StreamBatchResult {
    private static final ObjectMapper JSON = new ObjectMapper();

    private StreamBatchResult() {}

    /** How many records from the front of the batch need not be delivered again. */
    static int confirmed(List<TableChange> batch, InvocationResult invocation, boolean partialAnswers) {
        if (invocation.failed()) {
            return 0;
        }
        if (!partialAnswers || invocation.payload().length == 0) {
            return batch.size();
        }
        try {
            JsonNode failures = JSON.readTree(invocation.payload()).path("batchItemFailures");
            return confirmed(batch, failures);
        } catch (IOException notJson) {
            return 0;
        }
    }

    private static int confirmed(List<TableChange> batch, JsonNode failures) {
        List<String> numbers = batch.stream().map(TableChange::sequenceNumber).toList();
        int confirmed = batch.size();
        for (JsonNode failure : failures) {
            // An identifier that is not in the batch is -1, and fails all of it.
            int index = numbers.indexOf(failure.path("itemIdentifier").asText());
            confirmed = Math.min(confirmed, Math.max(index, 0));
        }
        return confirmed;
    }
}
