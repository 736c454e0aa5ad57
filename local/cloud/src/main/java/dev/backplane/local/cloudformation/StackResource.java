package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * One resource of a stack.
 *
 * @param physicalId the value of {@code Ref}; empty before creation
 * @param status such as {@code CREATE_COMPLETE}
 * @param reason the status reason; may be empty
 * @param updatedAt in epoch milliseconds
 * @param properties the resolved properties of the last change
 * @param attributes the values of {@code Fn::GetAtt}
 */
record StackResource(
        String logicalId,
        String type,
        String physicalId,
        String status,
        String reason,
        long updatedAt,
        JsonNode properties,
        JsonNode attributes) {

    static StackResource declared(String logicalId, String type) {
        JsonNode nothing = JsonNodeFactory.instance.objectNode();
        return new StackResource(logicalId, type, "", "", "", 0, nothing, nothing);
    }

    StackResource withStatus(String other, String why) {
        return new StackResource(logicalId, type, physicalId, other, why, updatedAt, properties, attributes);
    }

    StackResource withPhysicalId(String id) {
        return new StackResource(logicalId, type, id, status, reason, updatedAt, properties, attributes);
    }

    StackResource withProperties(JsonNode resolved) {
        return new StackResource(logicalId, type, physicalId, status, reason, updatedAt, resolved, attributes);
    }

    StackResource made(ProvisionedResource made) {
        return new StackResource(
                logicalId, type, made.physicalId(), status, reason, updatedAt, properties, made.attributes());
    }

    StackResource at(long moment) {
        return new StackResource(logicalId, type, physicalId, status, reason, moment, properties, attributes);
    }

    /** Returns whether a physical resource may exist. */
    boolean exists() {
        return !physicalId.isEmpty() && !status.equals("DELETE_COMPLETE");
    }
}
