package dev.backplane.activity;

import dev.backplane.platform.Actor;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A domain event as it is recorded.
 *
 * @param at when the event was published
 * @param subjects the ids of the resources that the event is about, the most important first
 * @param detail the other members of the event's detail
 * @param truncated whether members of the detail were left out because of their size
 */
public record Entry(
        EntryId id,
        Instant at,
        List<String> subjects,
        Optional<Actor> actor,
        Optional<String> reason,
        Obj detail,
        boolean truncated) {

    /** How long an entry is kept. */
    public static final Duration RETENTION = Duration.ofDays(90);

    /** A page of 100 entries of this size is below 1 MB, which one query can read. */
    static final int MAX_DETAIL_BYTES = 8 * 1024;

    /** The event that a user was erased. It names the user, whom its entry must not name. */
    public static final String USER_ERASED = "UserErased";

    public static final String USERDATA = "userdata";
    public static final String USER = "user";

    private static final int MAX_REASON_LENGTH = 1000;
    private static final String ACTOR = "actor";
    private static final String REASON = "reason";

    public Entry {
        subjects = List.copyOf(subjects);
    }

    /**
     * Converts an event to what is recorded of it.
     *
     * @throws dev.backplane.platform.InvalidValueException when it is not an event of a service
     */
    public static Entry of(PublishedEvent event) {
        EntryId id = event.entryId();
        Optional<Actor> actor = actor(event.detail().members().get(ACTOR));
        Optional<String> reason = event.text(REASON).filter(text -> text.length() <= MAX_REASON_LENGTH);
        Map<String, JsonValue> others = new LinkedHashMap<>(event.detail().members());
        if (id.isOf(USERDATA, USER_ERASED)) {
            others.remove(USER);
        }
        List<String> subjects = Subjects.of(id, new Obj(others));
        others.remove(DomainEvent.EVENT_ID);
        others.remove(DomainEvent.PUBLISHED_AT);
        actor.ifPresent(_ -> others.remove(ACTOR));
        reason.ifPresent(_ -> others.remove(REASON));
        Map<String, JsonValue> kept = fitting(others);
        return new Entry(id, event.at(), subjects, actor, reason, new Obj(kept), kept.size() < others.size());
    }

    /** Returns the same entry with another time. */
    public Entry recordedAt(Instant time) {
        return new Entry(id, time, subjects, actor, reason, detail, truncated);
    }

    private static Optional<Actor> actor(@Nullable JsonValue value) {
        return value instanceof Obj(var members)
                        && members.get("type") instanceof Text(String type)
                        && members.get("id") instanceof Text(String id)
                        && Filter.isValidId(id)
                ? Arrays.stream(Actor.Type.values())
                        .filter(known -> known.value().equals(type))
                        .map(known -> new Actor(known, id))
                        .findFirst()
                : Optional.empty();
    }

    /** Returns the members that fit into an entry, in their order; one that is too large does not displace others. */
    private static Map<String, JsonValue> fitting(Map<String, JsonValue> members) {
        Map<String, JsonValue> kept = new LinkedHashMap<>();
        int bytes = 0;
        for (Map.Entry<String, JsonValue> member : members.entrySet()) {
            int size = size(member.getKey(), member.getValue());
            if (bytes + size <= MAX_DETAIL_BYTES) {
                kept.put(member.getKey(), member.getValue());
                bytes += size;
            }
        }
        return kept;
    }

    private static int size(String name, JsonValue value) {
        return new Obj(Map.of(name, value)).compact().getBytes(StandardCharsets.UTF_8).length;
    }
}
