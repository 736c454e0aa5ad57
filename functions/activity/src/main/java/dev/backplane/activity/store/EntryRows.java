package dev.backplane.activity.store;

import dev.backplane.activity.Entry;
import dev.backplane.activity.EntryId;
import dev.backplane.platform.Actor;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Converts between entries and their rows. */
final class EntryRows {

    private static final int MONTH_LENGTH = "2026-01".length();

    private EntryRows() {}

    /** Writes the row that is in the lists of all entries, of its service and of its actor, and of its first subject. */
    static Item first(Entry entry) {
        String month = month(entry.at());
        Item.Builder row = describe(entry, 0)
                .text(Attributes.MONTH, month)
                .text(Attributes.SERVICE_MONTH, serviceMonth(entry.id().service(), month))
                .text(Attributes.ACTOR_ID, entry.actor().map(actor -> actorId(actor.id())));
        return row.build();
    }

    /** Writes the rows that are in the lists of the further subjects only. */
    static List<Item> others(Entry entry) {
        return IntStream.range(1, entry.subjects().size())
                .mapToObj(number -> describe(entry, number).build())
                .toList();
    }

    private static Item.Builder describe(Entry entry, int number) {
        EntryId id = entry.id();
        Item.Builder row = Item.builder()
                .text(Attributes.PK, id.toString())
                .text(Attributes.SK, Integer.toString(number))
                .text(Attributes.TIME_AND_ID, timeAndId(entry.at(), id.toString()))
                .text(Attributes.SERVICE, id.service())
                .text(Attributes.TYPE, id.type())
                .text(Attributes.EVENT_ID, id.eventId())
                .text(Attributes.AT, Times.format(entry.at()))
                .text(Attributes.SUBJECT, entry.subjects().stream().skip(number).findFirst())
                .text(Attributes.SUBJECTS, toJson(entry.subjects()))
                .text(Attributes.ACTOR, entry.actor().map(Actor::text))
                .text(Attributes.REASON, entry.reason())
                .text(Attributes.DETAIL, entry.detail().compact())
                .number(Attributes.EXPIRES, entry.at().plus(Entry.RETENTION).getEpochSecond());
        return entry.truncated() ? row.flag(Attributes.TRUNCATED, true) : row;
    }

    static String timeAndId(Instant at, String id) {
        return Times.format(at) + "#" + id;
    }

    static String month(Instant at) {
        return Times.format(at).substring(0, MONTH_LENGTH);
    }

    static String serviceMonth(String service, String month) {
        return service + "#" + month;
    }

    /** Addresses are compared without regard to case. */
    static String actorId(String id) {
        return id.toLowerCase(Locale.ROOT);
    }

    /** Reads any row of an entry. */
    static Entry read(Item row) {
        return new Entry(
                new EntryId(row.text(Attributes.SERVICE), row.text(Attributes.TYPE), row.text(Attributes.EVENT_ID)),
                at(row),
                subjects(row.text(Attributes.SUBJECTS)),
                row.findText(Attributes.ACTOR).map(Actor::parse),
                row.findText(Attributes.REASON),
                detail(row.text(Attributes.DETAIL)),
                row.flag(Attributes.TRUNCATED));
    }

    static Instant at(Item row) {
        return Times.parse(row.text(Attributes.AT));
    }

    private static String toJson(List<String> texts) {
        return new Arr(texts.stream().<JsonValue>map(Text::new).toList()).compact();
    }

    private static List<String> subjects(String json) {
        if (parse(json) instanceof Arr(List<JsonValue> elements)) {
            return elements.stream().map(EntryRows::text).toList();
        }
        throw new InvalidValueException("subjects that are not a list");
    }

    private static String text(JsonValue value) {
        if (value instanceof Text(String text)) {
            return text;
        }
        throw new InvalidValueException("a subject that is " + value.kind());
    }

    private static Obj detail(String json) {
        if (parse(json) instanceof Obj detail) {
            return detail;
        }
        throw new InvalidValueException("a detail that is not an object");
    }

    private static JsonValue parse(String json) {
        try {
            return JsonValue.parse(json);
        } catch (JsonSyntaxException e) {
            throw new InvalidValueException("an attribute that is not JSON", e);
        }
    }
}
