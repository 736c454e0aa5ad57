package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.dynamodb.TableChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Stream records for tests, identified by sequence number. */
final class Changes {

    static final Instant START = Instant.parse("2026-01-05T00:00:00Z");

    private Changes() {}

    static TableChange change(int number) {
        return change(number, START);
    }

    static TableChange change(int number, Instant created) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("eventName", number % 2 == 0 ? "MODIFY" : "INSERT");
        json.putObject("dynamodb").put("SequenceNumber", sequenceNumber(number));
        return new TableChange(sequenceNumber(number), created, json);
    }

    static List<TableChange> changes(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(Changes::change).toList();
    }

    static String sequenceNumber(int number) {
        return String.valueOf(number);
    }

    /** Returns the numbers of the records in a payload. */
    static List<Integer> numbers(byte[] payload) {
        try {
            return new ObjectMapper()
                    .readTree(payload)
                    .path("Records")
                    .valueStream()
                    .map(change -> change.path("dynamodb").path("SequenceNumber"))
                    .map(JsonNode::asInt)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
