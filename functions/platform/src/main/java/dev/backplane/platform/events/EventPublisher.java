package dev.backplane.platform.events;

import dev.backplane.platform.aws.AwsConnection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;

/**
 * Publishes domain events on the suite's bus, in as few calls as the bus limits and the order of events allow.
 *
 * <p>The bus may accept the second entry of a call and refuse the first. To keep the order, a call contains at most one
 * event of each key, and no call follows one that failed.
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

    /** Returns whether an event is within the size that the bus accepts. */
    public boolean fits(DomainEvent event) {
        return PutEventsCall.fits(event, bus);
    }

    /**
     * Publishes one event.
     *
     * @throws RuntimeException if it could not be published
     */
    public void publish(DomainEvent event) {
        publish(List.of(new KeyedEvent(event, event))).failure().ifPresent(failure -> {
            throw failure;
        });
    }

    /** Publishes events in order; stops after the first call with a failure. */
    public Published publish(List<KeyedEvent> all) {
        int start = 0;
        while (start < all.size()) {
            PutEventsCall call = PutEventsCall.of(all, start, bus);
            Optional<RuntimeException> failure = call.send(client);
            if (failure.isPresent()) {
                TreeSet<Integer> missing = new TreeSet<>(call.missing());
                IntStream.range(call.end(), all.size()).forEach(missing::add);
                return new Published(missing, failure);
            }
            start = call.end();
        }
        return new Published(Collections.emptySortedSet(), Optional.empty());
    }
}
