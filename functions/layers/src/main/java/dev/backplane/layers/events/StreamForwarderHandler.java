package dev.backplane.layers.events;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.store.Attributes;
import dev.backplane.layers.store.UsageKey;
import dev.backplane.platform.Platform;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Publishes the stream records of the table on the bus, except those of the inventory, with the kinds of their keys for
 * use in event patterns.
 */
public final class StreamForwarderHandler extends EventForwarder {

    private final String source;

    public StreamForwarderHandler() {
        this(Platform.lambda());
    }

    public StreamForwarderHandler(Platform platform) {
        super(platform, LayerEvents.SERVICE);
        this.source = platform.settings().require(LayersSettings.STREAM_SOURCE);
    }

    @Override
    protected Optional<DomainEvent> eventOf(StreamRecord record) {
        if (UsageKey.isInventory(record.key(Attributes.PK))) {
            // The daily inventory writes thousands of rows that nobody waits for.
            return Optional.empty();
        }
        DomainEvent whole = event(record, record.json(), false);
        if (fits(whole)) {
            return Optional.of(whole);
        }
        DomainEvent withoutNew = event(record, withoutNewImage(record.json()), true);
        return Optional.of(
                fits(withoutNew) ? withoutNew : event(record, withoutTexts(withoutNewImage(record.json())), true));
    }

    private DomainEvent event(StreamRecord record, Obj json, boolean truncated) {
        Map<String, JsonValue> detail = new LinkedHashMap<>();
        detail.put("pk_type", new Text(kind(record.key(Attributes.PK))));
        detail.put("sk_type", new Text(kind(record.key(Attributes.SK))));
        if (record.eventName().equals("REMOVE")) {
            detail.put("deletedBy", new Text(record.isExpiry() ? "ttl" : "user"));
        }
        if (truncated) {
            detail.put("truncated", new Bool(true));
        }
        detail.put("record", json);
        return new DomainEvent(source, record.eventName(), new Obj(detail));
    }

    /** Returns the part of a key before the first number sign, or the whole key without one. */
    private static String kind(String key) {
        int mark = key.indexOf('#');
        return mark < 0 ? key : key.substring(0, mark);
    }

    private static Obj withoutNewImage(Obj record) {
        return change(record, "dynamodb", change -> without(change, "NewImage"));
    }

    private static Obj withoutTexts(Obj record) {
        return change(
                record,
                "dynamodb",
                change -> change(change, "OldImage", image -> without(image, Attributes.REQUIREMENTS_TEXT)));
    }

    private static Obj change(Obj object, String name, UnaryOperator<Obj> change) {
        Map<String, JsonValue> members = new LinkedHashMap<>(object.members());
        members.computeIfPresent(name, (_, value) -> value instanceof Obj member ? change.apply(member) : value);
        return new Obj(members);
    }

    private static Obj without(Obj object, String name) {
        Map<String, JsonValue> members = new LinkedHashMap<>(object.members());
        members.remove(name);
        return new Obj(members);
    }
}
