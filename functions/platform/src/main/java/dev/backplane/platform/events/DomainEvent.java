package dev.backplane.platform.events;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A domain event of a service.
 *
 * @param source such as {@code backplane.deployments}
 * @param type in PascalCase, past tense
 */
public record DomainEvent(String source, String type, Obj detail) {

    /** The member that identifies an event, for recognition of repeats. */
    public static final String EVENT_ID = "eventId";

    /** The member with the time of publication in milliseconds; EventBridge's own time has whole seconds. */
    public static final String PUBLISHED_AT = "publishedAt";

    /** Starts an event of a service such as {@code deployments}. */
    public static Builder builder(String service, String type) {
        return new Builder("backplane." + service, type);
    }

    /** Returns the event with the time of its publication. */
    public DomainEvent publishedAt(Instant time) {
        Map<String, JsonValue> members = new LinkedHashMap<>(detail.members());
        members.put(PUBLISHED_AT, new Text(Times.format(time)));
        return new DomainEvent(source, type, new Obj(members));
    }

    /** Builds an event; members keep the order in which they were added. */
    public static final class Builder {

        private final String source;
        private final String type;
        private final Map<String, JsonValue> detail = new LinkedHashMap<>();

        private Builder(String source, String type) {
            this.source = source;
            this.type = type;
        }

        public Builder with(String name, String value) {
            return with(name, new Text(value));
        }

        /** Adds a member if the value is present. */
        public Builder with(String name, Optional<String> value) {
            value.ifPresent(present -> with(name, present));
            return this;
        }

        public Builder with(String name, long value) {
            return with(name, new Num(Long.toString(value)));
        }

        public Builder with(String name, JsonValue value) {
            detail.put(name, value);
            return this;
        }

        /** Adds who caused the event, if it is known. */
        public Builder actor(Optional<Actor> actor) {
            actor.ifPresent(present -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                members.put("type", new Text(present.type().value()));
                members.put("id", new Text(present.id()));
                with("actor", new Obj(members));
            });
            return this;
        }

        /** Adds the reason that the actor gave, if any. */
        public Builder reason(Optional<String> reason) {
            return with("reason", reason);
        }

        public DomainEvent build() {
            return new DomainEvent(source, type, new Obj(detail));
        }
    }
}
