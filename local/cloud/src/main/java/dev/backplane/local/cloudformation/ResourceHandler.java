package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Makes, changes and deletes resources of one type. */
interface ResourceHandler {
    /** The properties that the local cloud does not know. */
    List<String> unknown(JsonNode properties);

    ProvisionedResource create(ResourceRequest work) throws ResourceException;

    /** Changes a resource, or makes another in its place: then the physical id is a new one. */
    ProvisionedResource update(ResourceRequest work, StackResource current) throws ResourceException;

    /** Deletes a resource, whose properties the work has; it may be gone already. */
    void delete(ResourceRequest work, String physicalId) throws ResourceException;

    /** Whether resources of this type change when nothing but the stack's tags did. */
    boolean takesTags();

    /** Whether one that was replaced comes back by a further change, and not just by keeping it. */
    default boolean needsUpdateOnRollback() {
        return false;
    }
}
