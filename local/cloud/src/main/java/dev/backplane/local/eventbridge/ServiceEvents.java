package dev.backplane.local.eventbridge;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/** Events of AWS services on the default bus. */
public final class ServiceEvents {

    private final EventBuses buses;
    private final InstantSource clock;

    public ServiceEvents(EventBuses buses, InstantSource clock) {
        this.buses = buses;
        this.clock = clock;
    }

    /** Publishes an event. The source starts with {@code aws.}, which is reserved for AWS. */
    public void publish(String source, String detailType, List<String> resources, ObjectNode detail) {
        buses.publish(event(clock.instant(), source, detailType, resources, detail));
    }

    /** Creates an event for the default bus. */
    static BusEvent event(Instant time, String source, String detailType, List<String> resources, ObjectNode detail) {
        ObjectNode envelope = JsonNodeFactory.instance
                .objectNode()
                .put("version", "0")
                .put("id", UUID.randomUUID().toString())
                .put("detail-type", detailType)
                .put("source", source)
                .put("account", Account.ID)
                .put("time", time.truncatedTo(ChronoUnit.SECONDS).toString())
                .put("region", Account.REGION);
        ArrayNode about = envelope.putArray("resources");
        resources.forEach(about::add);
        return new BusEvent(EventBuses.DEFAULT, envelope.set("detail", detail));
    }
}
