package dev.backplane.platform.events;

import dev.backplane.platform.aws.AwsConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/** Publishes domain events on the suite's bus, as few calls as its limits allow. */
public final class EventPublisher {

    /** The setting that names the bus. */
    public static final String BUS_SETTING = "EVENT_BUS";

    static final int MAX_ENTRIES = 10;
    static final int MAX_BYTES = 256 * 1024;
    static final int MAX_SENDS = 3;

    private final EventBridgeClient client;
    private final String bus;

    public EventPublisher(EventBridgeClient client, String bus) {
        this.client = client;
        this.bus = bus;
    }

    public static EventPublisher connect(AwsConnection aws, String bus) {
        return new EventPublisher(aws.client(EventBridgeClient.builder()), bus);
    }

    /**
     * Publishes events in order; entries that the bus refuses are sent again alone.
     *
     * @return the indexes of the events that could not be published
     */
    public Set<Integer> publish(List<DomainEvent> events) {
        Set<Integer> failed = new TreeSet<>();
        List<Entry> batch = new ArrayList<>();
        int bytes = 0;
        for (int index = 0; index < events.size(); index++) {
            Entry entry = new Entry(index, entry(events.get(index)));
            if (entry.bytes() > MAX_BYTES) {
                failed.add(index);
                continue;
            }
            if (batch.size() == MAX_ENTRIES || bytes + entry.bytes() > MAX_BYTES) {
                failed.addAll(send(batch));
                batch.clear();
                bytes = 0;
            }
            batch.add(entry);
            bytes += entry.bytes();
        }
        failed.addAll(send(batch));
        return failed;
    }

    private record Entry(int index, PutEventsRequestEntry request) {

        /** Counts as EventBridge does, but for an optional time and resources, which the suite does not send. */
        int bytes() {
            return utf8(request.source()) + utf8(request.detailType()) + utf8(request.detail());
        }

        private static int utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }
    }

    private List<Integer> send(List<Entry> batch) {
        List<Entry> left = List.copyOf(batch);
        for (int sends = 0; sends < MAX_SENDS && !left.isEmpty(); sends++) {
            left = failedOf(left);
        }
        return left.stream().map(Entry::index).toList();
    }

    private List<Entry> failedOf(List<Entry> entries) {
        List<PutEventsResultEntry> results = client.putEvents(request ->
                        request.entries(entries.stream().map(Entry::request).toList()))
                .entries();
        List<Entry> failed = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            if (results.get(i).errorCode() != null) {
                failed.add(entries.get(i));
            }
        }
        return failed;
    }

    private PutEventsRequestEntry entry(DomainEvent event) {
        return PutEventsRequestEntry.builder()
                .eventBusName(bus)
                .source(event.source())
                .detailType(event.type())
                .detail(event.detail().compact())
                .build();
    }
}
