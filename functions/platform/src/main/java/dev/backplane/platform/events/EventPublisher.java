package dev.backplane.platform.events;

import dev.backplane.platform.aws.AwsConnection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;

/**
 * Publishes domain events on the suite's bus, in as few calls as its limits allow and the order of each item does.
 *
 * <p>The bus may take the second entry of a call and refuse the first. So a call holds one event of an item at most,
 * and nothing follows a call that failed.
 */
public final class EventPublisher {

    /** The setting that names the bus. */
    public static final String BUS_SETTING = "EVENT_BUS";

    private final EventBridgeClient client;
    private final String bus;

    public EventPublisher(EventBridgeClient client, String bus) {
        this.client = client;
        this.bus = bus;
    }

    public static EventPublisher connect(AwsConnection aws, String bus) {
        return new EventPublisher(aws.client(EventBridgeClient.builder()), bus);
    }

    /** Says whether the bus takes an event of that size. */
    public boolean fits(DomainEvent event) {
        return PutEventsCall.fits(event, bus);
    }

    /** Publishes events in order, up to the first call of which some could not be published. */
    public Published publish(List<Change> changes) {
        int start = 0;
        while (start < changes.size()) {
            PutEventsCall call = PutEventsCall.of(changes, start, bus);
            Optional<RuntimeException> failure = call.send(client);
            if (failure.isPresent()) {
                TreeSet<Integer> missing = new TreeSet<>(call.missing());
                IntStream.range(call.end(), changes.size()).forEach(missing::add);
                return new Published(missing, failure);
            }
            start = call.end();
        }
        return new Published(Collections.emptySortedSet(), Optional.empty());
    }
}
