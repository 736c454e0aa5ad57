package dev.backplane.activity;

import dev.backplane.platform.InvalidValueException;

/** Which entries a list has. */
public sealed interface Filter {

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

    private static String checked(String id) {
        if (!Ids.isUsable(id)) {
            throw new InvalidValueException("must have 1 to " + Ids.MAX_BYTES + " bytes");
        }
        return id;
    }
}
