package dev.backplane.layers.events;

import dev.backplane.platform.json.JsonValue.Text;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Queue batches as Lambda passes them. */
public final class QueueBatches {

    private QueueBatches() {}

    /** Writes the queue's batch of the events that the rule passed on, delivered for the first time. */
    public static String batch(String... records) {
        return batch(1, records);
    }

    /** Writes a batch of events with a number of deliveries. */
    public static String batch(int receives, String... records) {
        return IntStream.range(0, records.length)
                .mapToObj(i -> "{\"messageId\":\"m-" + i + "\",\"receiptHandle\":\"r\",\"body\":"
                        + new Text(event(records[i])).compact()
                        + ",\"attributes\":{\"ApproximateReceiveCount\":\"" + receives
                        + "\"},\"eventSource\":\"aws:sqs\"}")
                .collect(Collectors.joining(",", "{\"Records\":[", "]}"));
    }

    private static String event(String record) {
        return "{\"version\":\"0\",\"source\":\"backplane.layers.stream\",\"detail-type\":\"REMOVE\",\"detail\":"
                + "{\"pk_type\":\"lyr\",\"sk_type\":\"lyrVrsn\",\"deletedBy\":\"ttl\",\"record\":" + record + "}}";
    }
}
