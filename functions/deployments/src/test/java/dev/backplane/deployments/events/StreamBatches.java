package dev.backplane.deployments.events;

import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Stream batches as Lambda passes them. */
public final class StreamBatches {

    /** When all records were written. */
    static final Instant TIME = Instant.ofEpochSecond(1_700_000_000);

    private StreamBatches() {}

    public static String of(String... records) {
        return "{\"Records\":" + Stream.of(records).collect(Collectors.joining(",", "[", "]")) + "}";
    }

    public static String record(int number, String name, String keys, String oldImage, String newImage) {
        return """
                {"eventID":"event-%d","eventName":"%s","eventVersion":"1.1","eventSource":"aws:dynamodb",\
                "awsRegion":"us-east-1","dynamodb":{"ApproximateCreationDateTime":1.7E9,"SequenceNumber":"%d",\
                "SizeBytes":1,"StreamViewType":"NEW_AND_OLD_IMAGES","Keys":%s%s%s}}""".formatted(
                        number,
                        name,
                        number,
                        keys,
                        oldImage.isEmpty() ? "" : ",\"OldImage\":" + oldImage,
                        newImage.isEmpty() ? "" : ",\"NewImage\":" + newImage);
    }

    /** Writes an item of texts, names and values in turn. */
    public static String item(String... texts) {
        return IntStream.range(0, texts.length / 2)
                .mapToObj(i -> "\"" + texts[2 * i] + "\":{\"S\":\"" + texts[2 * i + 1] + "\"}")
                .collect(Collectors.joining(",", "{", ",\"ItemVersion\":{\"N\":\"1\"},\"Ready\":{\"BOOL\":true}}"));
    }
}
