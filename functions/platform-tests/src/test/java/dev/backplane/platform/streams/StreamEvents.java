package dev.backplane.platform.streams;

import java.util.List;
import java.util.stream.Collectors;

/** Batches of stream records as Lambda delivers them. */
final class StreamEvents {

    private StreamEvents() {}

    /**
     * Returns a batch with one record per name; the part of a name before a dash is its item.
     *
     * <p>The sequence number of a record is its position in the batch, starting at 100.
     */
    static String batch(String... names) {
        List<String> all = List.of(names);
        return all.stream()
                .map(name -> record(name, 100 + all.indexOf(name)))
                .collect(Collectors.joining(",", "{\"Records\":[", "]}"));
    }

    private static String record(String name, int sequence) {
        String item = name.split("-", -1)[0];
        return """
                {"eventID": "id-%1$s", "eventName": "MODIFY", "eventVersion": "1.1", "eventSource": "aws:dynamodb",
                 "awsRegion": "us-east-1",
                 "dynamodb": {"Keys": {"PK": {"S": "THINGS"}, "SK": {"S": "%2$s"}},
                  "OldImage": {"SK": {"S": "%2$s"}, "Name": {"S": "before"}},
                  "NewImage": {"SK": {"S": "%2$s"}, "Name": {"S": "%1$s"}},
                  "SequenceNumber": "%3$d", "StreamViewType": "NEW_AND_OLD_IMAGES"}}
                """.formatted(name, item, sequence);
    }
}
