package dev.backplane.layers.events;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Stream batches as Lambda passes them. */
public final class StreamBatches {

    public static final String TTL =
            ",\"userIdentity\":{\"type\":\"Service\",\"principalId\":\"dynamodb.amazonaws.com\"}";

    private StreamBatches() {}

    public static String of(String... records) {
        return of(List.of(records));
    }

    public static String of(List<String> records) {
        return "{\"Records\":" + records.stream().collect(Collectors.joining(",", "[", "]")) + "}";
    }

    /** Writes a record of a version of one layer, whose event id and sequence number tell its place. */
    public static String version(int number, String name, String oldImage, String newImage) {
        return record(number, name, keys("lyr#us-east-1.requests", "lyrVrsn#v" + number), oldImage, newImage, "");
    }

    public static String record(int number, String name, String keys, String oldImage, String newImage, String more) {
        return """
                {"eventID":"event-%d","eventName":"%s","eventVersion":"1.1","eventSource":"aws:dynamodb",\
                "awsRegion":"us-east-1","dynamodb":{"ApproximateCreationDateTime":1.7E9%s%s%s,"SequenceNumber":"%d",\
                "SizeBytes":1,"StreamViewType":"NEW_AND_OLD_IMAGES"}%s}""".formatted(
                        number,
                        name,
                        keys.isEmpty() ? "" : ",\"Keys\":" + keys,
                        oldImage.isEmpty() ? "" : ",\"OldImage\":" + oldImage,
                        newImage.isEmpty() ? "" : ",\"NewImage\":" + newImage,
                        number,
                        more);
    }

    public static String keys(String pk, String sk) {
        return item("pk", pk, "sk", sk);
    }

    /** Writes an item, names and values in turn; a value that is a number is one. */
    public static String item(String... members) {
        return IntStream.range(0, members.length / 2)
                .mapToObj(i -> "\"%s\":{\"%s\":\"%s\"}"
                        .formatted(
                                members[2 * i], members[2 * i + 1].matches("[0-9]+") ? "N" : "S", members[2 * i + 1]))
                .collect(Collectors.joining(",", "{", "}"));
    }
}
