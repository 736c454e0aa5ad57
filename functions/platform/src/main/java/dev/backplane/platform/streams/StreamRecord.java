package dev.backplane.platform.streams;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
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
        return parse(json).elements("Records").stream().map(StreamRecord::of).toList();
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
        return json.findText("eventID").orElse("without an id");
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
        return change().findObject("Keys").orElseThrow(() -> missing("Keys"));
    }

    /** Returns a string attribute of the key. */
    public String key(String name) {
        return find(keys(), name, "S").orElseThrow(() -> missing(name));
    }

    /** Returns the item before the change, if it existed. */
    public Optional<Item> oldItem() {
        return change().findObject(OLD).map(Item::ofJson);
    }

    /** Returns the item after the change, if it still exists. */
    public Optional<Item> newItem() {
        return change().findObject(NEW).map(Item::ofJson);
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
        return json.findObject(CHANGE).orElseThrow(() -> missing(CHANGE));
    }

    /** Finds an attribute of a type in an image. */
    private static Optional<String> find(Obj image, String name, String type) {
        return image.findObject(name).flatMap(attribute -> attribute.findText(type));
    }

    private static String text(Obj object, String name) {
        return object.findText(name).orElseThrow(() -> missing(name));
    }

    private static InvalidValueException missing(String name) {
        return new InvalidValueException("stream record without " + name);
    }
}
