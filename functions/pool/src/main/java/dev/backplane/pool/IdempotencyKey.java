package dev.backplane.pool;

/**
 * The key under which a caller may repeat a request; two callers may use the same value.
 *
 * @param caller the subject of the caller's token
 */
public record IdempotencyKey(String caller, String value) {}
