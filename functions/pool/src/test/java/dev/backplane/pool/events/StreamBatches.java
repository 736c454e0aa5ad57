package dev.backplane.pool.events;

import dev.backplane.platform.json.JsonValue.Text;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Stream batches as Lambda passes them. */
public final class StreamBatches {

    private StreamBatches() {}

    public static String of(String... records) {
        return "{\"Records\":" + Stream.of(records).collect(Collectors.joining(",", "[", "]")) + "}";
    }

    /** Writes a record; an image that is empty is left out. */
    public static String record(int number, String pk, String oldImage, String newImage) {
        String name = oldImage.isEmpty() ? "INSERT" : newImage.isEmpty() ? "REMOVE" : "MODIFY";
        return """
                {"eventID":"event-%d","eventName":"%s","eventVersion":"1.1","eventSource":"aws:dynamodb",\
                "awsRegion":"us-east-1","dynamodb":{"ApproximateCreationDateTime":1.7675712E9,"SequenceNumber":"%d",\
                "SizeBytes":1,"StreamViewType":"NEW_AND_OLD_IMAGES","Keys":{"pk":{"S":%s}}%s%s}}""".formatted(
                        number,
                        name,
                        number,
                        new Text(pk).compact(),
                        oldImage.isEmpty() ? "" : ",\"OldImage\":" + oldImage,
                        newImage.isEmpty() ? "" : ",\"NewImage\":" + newImage);
    }

    /** Writes an item of texts, names and values in turn. */
    public static String item(String... texts) {
        return IntStream.range(0, texts.length / 2)
                .mapToObj(i -> "\"" + texts[2 * i] + "\":{\"S\":\"" + texts[2 * i + 1] + "\"}")
                .collect(Collectors.joining(",", "{", "}"));
    }

    public static String lease(String state, String expires, String... more) {
        String data = item("state", state, "account", "000000000001", "user", "a@x.io", "expires", expires);
        String rest = item(more);
        return "{\"data\":{\"M\":" + data + "},\"created\":{\"S\":\"2026-01-05T00:00:00.000Z\"}"
                + (more.length == 0 ? "" : "," + rest.substring(1, rest.length() - 1)) + "}";
    }

    public static String list(int size) {
        return size == 0
                ? "{\"nextExpiry\":{\"S\":\"x\"}}"
                : "{\"data\":{\"SS\":"
                        + IntStream.range(0, size)
                                .mapToObj(i -> "\"" + i + "\"")
                                .toList() + "}}";
    }
}
