package dev.backplane.pool;

import java.util.Optional;

/**
 * A request for a lease.
 *
 * @param id the id of the lease if the request has an idempotency key, so that a repeat finds the lease; else a new one
 */
public record Claim(UserId user, Terms terms, Optional<LeaseId> id) {}
