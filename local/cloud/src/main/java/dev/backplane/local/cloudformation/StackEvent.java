package dev.backplane.local.cloudformation;

/**
 * Something that happened to a stack or one of its resources.
 *
 * @param at in milliseconds of the epoch
 * @param token of the operation that it belongs to; may be empty
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
