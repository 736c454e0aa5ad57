package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Receives the history events of an execution. */
@FunctionalInterface
public interface History {

    /** Discards all events. */
    History NONE = (previous, type, details) -> 0;

    /**
     * Adds an event.
     *
     * @param previous the id of the previous event
     * @param type the AWS type name, such as {@code PassStateEntered}
     * @param details the AWS details under their name, such as {@code stateEnteredEventDetails}; may be empty
     * @return the id of the new event
     */
    long add(long previous, String type, ObjectNode details);
}
