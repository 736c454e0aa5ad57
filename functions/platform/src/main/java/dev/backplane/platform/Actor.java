package dev.backplane.platform;

import io.avaje.jsonb.Json;
import java.util.Arrays;
import java.util.Locale;

/**
 * Who caused a change.
 *
 * @param id a person's caller id, a machine's client id, or the name of a function or workflow of the suite
 */
@Json
public record Actor(Type type, String id) {

    /** What an actor is. */
    public enum Type {
        /** A person. */
        USER,
        /** A machine with a token of its own. */
        CLIENT,
        /** A function or a workflow that no caller waits for. */
        SYSTEM;

        /** Returns the word that is stored and answered. */
        @Json.Value
        public String word() {
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

    /** Returns the one text that rows and log lines hold: {@code <type>:<id>}. */
    public String text() {
        return type.word() + ":" + id;
    }

    /**
     * Reads the text of a row.
     *
     * @throws InvalidValueException if it is not one of {@link #text}
     */
    public static Actor parse(String text) {
        int colon = text.indexOf(':');
        return Arrays.stream(Type.values())
                .filter(type -> colon > 0 && type.word().equals(text.substring(0, colon)))
                .map(type -> new Actor(type, text.substring(colon + 1)))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be an actor, such as user:ann@example.com"));
    }
}
