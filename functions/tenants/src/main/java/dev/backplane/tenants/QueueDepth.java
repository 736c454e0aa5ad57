package dev.backplane.tenants;

/**
 * The approximate numbers of messages in a queue.
 *
 * @param waiting messages that can be received
 * @param inFlight messages that were received and are not deleted yet
 * @param delayed messages that cannot be received yet
 */
public record QueueDepth(long waiting, long inFlight, long delayed) {}
