package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.dynamodb.TableChange;
import dev.backplane.local.lambda.InvocationResult;
import java.io.IOException;
import java.util.List;

/** Determines from a function's response which records of a batch are done. */
final class StreamBatchResult {

    private static final ObjectMapper JSON = new ObjectMapper();

    private StreamBatchResult() {}

    /** Returns the number of leading records that need no redelivery. */
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
            // An unknown identifier has index -1 and fails the whole batch.
            int index = numbers.indexOf(failure.path("itemIdentifier").asText());
            confirmed = Math.min(confirmed, Math.max(index, 0));
        }
        return confirmed;
    }
}
