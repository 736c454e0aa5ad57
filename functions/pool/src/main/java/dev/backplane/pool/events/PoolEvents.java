package dev.backplane.pool.events;

import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.streams.StreamRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Builds an event of one stream record, member by member. */
final class PoolEvents {

    static final String SERVICE = "pool";
    private static final String SOURCE = "backplane." + SERVICE;

    private final String type;
    private final Map<String, JsonValue> detail = new LinkedHashMap<>();

    private PoolEvents(String type) {
        this.type = type;
    }

    static PoolEvents event(String type, StreamRecord record) {
        return new PoolEvents(type).with("eventId", record.eventId());
    }

    PoolEvents with(String name, String value) {
        detail.put(name, new Text(value));
        return this;
    }

    PoolEvents with(String name, Optional<String> value) {
        value.ifPresent(present -> with(name, present));
        return this;
    }

    PoolEvents withNumber(String name, String value) {
        detail.put(name, new Num(value));
        return this;
    }

    DomainEvent build() {
        return new DomainEvent(SOURCE, type, new Obj(detail));
    }
}
