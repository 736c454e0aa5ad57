package dev.backplane.deployments.events;

import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.streams.StreamRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the service's events have in common. */
final class DeploymentEvents {

    static final String SERVICE = "deployments";
    private static final String SOURCE = "backplane." + SERVICE;

    private DeploymentEvents() {}

    /**
     * Builds an event of one stream record.
     *
     * @param members names and texts in turn
     */
    static DomainEvent event(String type, StreamRecord record, String... members) {
        Map<String, JsonValue> detail = new LinkedHashMap<>();
        detail.put("eventId", new Text(record.eventId()));
        for (int i = 0; i < members.length; i += 2) {
            detail.put(members[i], new Text(members[i + 1]));
        }
        return new DomainEvent(SOURCE, type, new Obj(detail));
    }
}
