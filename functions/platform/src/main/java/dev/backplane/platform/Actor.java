package dev.backplane.platform;

import io.avaje.jsonb.Json;
import java.util.Arrays;
import java.util.Locale;

/**
 * The originator of a change: a person, a machine or the suite itself.
 *
 * @param id a person's caller id, a machine's client id, or the name of a function or workflow of the suite
 */
@Json
public record Actor(Type type, String id) {

    /** The kind of an actor. */
    public enum Type {
        /** A person. */
        USER,
        /** A machine with a token of its own. */
        CLIENT,
        /** A function or a workflow that no caller waits for. */
        SYSTEM;

        /** Returns the name in rows and responses. */
        @Json.Value
        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static Actor user(String id) {
        return new Actor(Type.USER, id);
    }

    public static Actor client(String id) {
        return new Actor(Type.CLIENT, id);
    }

    /** Returns the actor of a function or a workflow, by its name such as {@code LeaseSweeper}. */
    public static Actor system(String name) {
        return new Actor(Type.SYSTEM, name);
    }

    /** Returns the form that rows and log lines contain: {@code <type>:<id>}. */
    public String text() {
        return type.value() + ":" + id;
    }

    /**
     * Parses the result of {@link #text}.
     *
     * @throws InvalidValueException if it does not have this form
     */
    public static Actor parse(String text) {
        int colon = text.indexOf(':');
        return Arrays.stream(Type.values())
                .filter(type -> colon > 0 && type.value().equals(text.substring(0, colon)))
                .map(type -> new Actor(type, text.substring(colon + 1)))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be an actor, such as user:ann@example.com"));
    }
}
