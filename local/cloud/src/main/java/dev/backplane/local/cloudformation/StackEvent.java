package dev.backplane.local.cloudformation;

/**
 * An event of a stack or one of its resources.
 *
 * @param at in epoch milliseconds
 * @param token the client request token; may be empty
 */
record StackEvent(
        String id,
        long at,
        String logicalId,
        String physicalId,
        String type,
        String status,
        String reason,
        String token) {}
