package dev.backplane.pool;

import dev.backplane.platform.Actor;
import dev.backplane.pool.Lease.Terms;
import java.util.Optional;

/**
 * A request for a lease.
 *
 * @param id the id of the lease if the request has an idempotency key, so that a repeat finds the lease; else a new one
 * @param actor who requests it, not always the user
 */
public record Claim(UserId user, Terms terms, Optional<LeaseId> id, Actor actor) {}
