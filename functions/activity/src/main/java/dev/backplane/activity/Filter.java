package dev.backplane.activity;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.JsonValue.Text;
import java.nio.charset.StandardCharsets;

/** The filter of a list of entries. */
public sealed interface Filter {

    /** The longest id that entries can be found by, below DynamoDB's limit of 2,048 bytes for partition keys. */
    int MAX_ID_BYTES = 1024;

    /** All entries. */
    record All() implements Filter {}

    /** The entries about one resource. */
    record Subject(String id) implements Filter {}

    /** The entries that one person, client or function caused. */
    record Actor(String id) implements Filter {}

    /** The entries of one service. */
    record Service(String name) implements Filter {}

    /**
     * Reads the id of a resource.
     *
     * @throws InvalidValueException when it cannot be one
     */
    static Filter subject(String id) {
        return new Subject(checked(id));
    }

    /**
     * Reads the id of an actor.
     *
     * @throws InvalidValueException when it cannot be one
     */
    static Filter actor(String id) {
        return new Actor(checked(id));
    }

    /**
     * Reads the name of a service; one that no event has yet is allowed.
     *
     * @throws InvalidValueException when it cannot be one
     */
    static Filter service(String name) {
        if (!PublishedEvent.isService(name)) {
            throw new InvalidValueException("must be the name of a service, such as deployments");
        }
        return new Service(name);
    }

    /** Returns whether entries can be found by an id. */
    static boolean isValidId(String id) {
        return !id.isEmpty()
                && new Text(id).isWellFormed()
                && id.getBytes(StandardCharsets.UTF_8).length <= MAX_ID_BYTES;
    }

    private static String checked(String id) {
        if (!isValidId(id)) {
            throw new InvalidValueException("must have 1 to " + MAX_ID_BYTES + " bytes");
        }
        return id;
    }
}
