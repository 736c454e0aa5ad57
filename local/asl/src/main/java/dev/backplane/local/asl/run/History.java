package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Where an execution leaves its events. */
@FunctionalInterface
public interface History {

    /** Stores nothing. */
    History NONE = (previous, type, details) -> 0;

    /**
     * Adds an event.
     *
     * @param previous the id of the event that led to this one
     * @param type AWS's name of the type, such as {@code PassStateEntered}
     * @param details AWS's details, under their name, such as {@code stateEnteredEventDetails}; may be empty
     * @return the id of the new event
     */
    long add(long previous, String type, ObjectNode details);
}
