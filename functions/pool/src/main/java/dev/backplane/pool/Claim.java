package dev.backplane.pool;

import java.util.Optional;

/**
 * A request for a lease.
 *
 * @param key under which it may be repeated
 */
public record Claim(UserId user, Terms terms, Optional<IdempotencyKey> key) {}
