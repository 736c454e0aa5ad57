package dev.backplane.layers.events;

import dev.backplane.layers.store.LayerKey;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.streams.StreamRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the service's events have in common. */
final class LayerEvents {

    static final String SERVICE = "layers";
    private static final String SOURCE = "backplane." + SERVICE;

    private LayerEvents() {}

    /**
     * Builds an event of one stream record of a layer version.
     *
     * @param members names and texts in turn
     */
    static DomainEvent event(String type, StreamRecord record, LayerKey key, String... members) {
        Map<String, JsonValue> detail = new LinkedHashMap<>();
        detail.put("eventId", new Text(record.eventId()));
        detail.put("package", new Text(key.id().name().value()));
        detail.put("region", new Text(key.id().region().value()));
        detail.put("layerVersion", new Num(Long.toString(key.version())));
        for (int i = 0; i < members.length; i += 2) {
            detail.put(members[i], new Text(members[i + 1]));
        }
        return new DomainEvent(SOURCE, type, new Obj(detail));
    }
}
