package dev.backplane.platform.streams;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One change of one item, as a DynamoDB stream delivers it.
 *
 * @param json the whole record, for functions that forward it
 */
public record StreamRecord(Obj json) {

    private static final String CHANGE = "dynamodb";
    private static final String OLD = "OldImage";
    private static final String NEW = "NewImage";

    /** Parses the event that Lambda sends to a function with a stream as event source. */
    static List<StreamRecord> readBatch(String json) {
        return parse(json).members().get("Records") instanceof Arr(List<JsonValue> records)
                ? records.stream().map(StreamRecord::of).toList()
                : List.of();
    }

    /**
     * Parses one record.
     *
     * @throws InvalidValueException if the text is not a JSON object
     */
    public static StreamRecord read(String json) {
        return new StreamRecord(parse(json));
    }

    private static StreamRecord of(JsonValue value) {
        return new StreamRecord(value instanceof Obj object ? object : new Obj(Map.of()));
    }

    private static Obj parse(String json) {
        try {
            if (JsonValue.parse(json) instanceof Obj object) {
                return object;
            }
            throw new InvalidValueException("not a JSON object");
        } catch (JsonSyntaxException e) {
            throw new InvalidValueException("not JSON", e);
        }
    }

    /** Returns the event id for log lines, or a placeholder if the record has none. */
    String name() {
        return json.members().get("eventID") instanceof Text(String id) ? id : "without an id";
    }

    public String eventId() {
        return text(json, "eventID");
    }

    /** Returns INSERT, MODIFY or REMOVE. */
    public String eventName() {
        return text(json, "eventName");
    }

    public String sequenceNumber() {
        return text(change(), "SequenceNumber");
    }

    /** Returns whether DynamoDB deleted the item because its TTL expired, not because of a delete request. */
    public boolean isExpiry() {
        return json.members().get("userIdentity") instanceof Obj(var identity)
                && new Text("Service").equals(identity.get("type"))
                && new Text("dynamodb.amazonaws.com").equals(identity.get("principalId"));
    }

    /** Returns the primary key of the item. */
    public Obj keys() {
        return find(change(), "Keys").orElseThrow(() -> missing("Keys"));
    }

    /** Returns a string attribute of the key. */
    public String key(String name) {
        return find(keys(), name, "S").orElseThrow(() -> missing(name));
    }

    /** Returns the item before the change, if it existed. */
    public Optional<Item> oldItem() {
        return find(change(), OLD).map(Item::ofJson);
    }

    /** Returns the item after the change, if it still exists. */
    public Optional<Item> newItem() {
        return find(change(), NEW).map(Item::ofJson);
    }

    /** Starts an event with the id of this record, so that consumers can recognise repeated deliveries. */
    public DomainEvent.Builder event(String service, String type) {
        return DomainEvent.builder(service, type).with(DomainEvent.EVENT_ID, eventId());
    }

    /** Returns the approximate time of the change, in whole seconds. */
    public Instant time() {
        if (change().members().get("ApproximateCreationDateTime") instanceof Num(String seconds)) {
            return Instant.ofEpochSecond(new BigDecimal(seconds).longValue());
        }
        throw missing("ApproximateCreationDateTime");
    }

    private Obj change() {
        return find(json, CHANGE).orElseThrow(() -> missing(CHANGE));
    }

    private static Optional<Obj> find(Obj object, String name) {
        return object.members().get(name) instanceof Obj member ? Optional.of(member) : Optional.empty();
    }

    /** Finds an attribute of a type in an image. */
    private static Optional<String> find(Obj image, String name, String type) {
        return find(image, name)
                .map(attribute -> attribute.members().get(type))
                .flatMap(value -> value instanceof Text(String text) ? Optional.of(text) : Optional.empty());
    }

    private static String text(Obj object, String name) {
        if (object.members().get(name) instanceof Text(String text)) {
            return text;
        }
        throw missing(name);
    }

    private static InvalidValueException missing(String name) {
        return new InvalidValueException("stream record without " + name);
    }
}
