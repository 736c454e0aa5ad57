package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Creates, updates and deletes resources of one type. */
interface ResourceHandler {

    /** Returns the unknown properties. */
    List<String> unknown(JsonNode properties);

    ProvisionedResource create(ResourceRequest work) throws ResourceException;

    /** Updates a resource, or replaces it under a new physical id. */
    ProvisionedResource update(ResourceRequest work, StackResource current) throws ResourceException;

    /** Deletes a resource, which may already be deleted. */
    void delete(ResourceRequest work, String physicalId) throws ResourceException;

    /** Returns whether a change of stack tags updates resources of this type. */
    boolean takesTags();

    /** Returns whether rolling back a replacement needs another update. */
    default boolean needsUpdateOnRollback() {
        return false;
    }
}
