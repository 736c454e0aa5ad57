package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Makes, changes and deletes resources of one type. */
interface ResourceHandler {
    /** The properties that the local cloud does not know. */
    List<String> unknown(JsonNode properties);

    Made create(Work work) throws ResourceFailure;

    /** Changes a resource, or makes another in its place: then the physical id is a new one. */
    Made update(Work work, StackResource current) throws ResourceFailure;

    /** Deletes a resource, whose properties the work has; it may be gone already. */
    void delete(Work work, String physicalId) throws ResourceFailure;

    /** Whether resources of this type change when nothing but the stack's tags did. */
    boolean takesTags();

    /** Whether one that was replaced comes back by a further change, and not just by keeping it. */
    default boolean isToldToGoBack() {
        return false;
    }
}
