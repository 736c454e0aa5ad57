package dev.backplane.pool;

import java.util.Optional;

/**
 * Somebody who may hold a lease.
 *
 * @param lease the lease they hold now
 */
public record User(UserId id, Optional<Lease> lease) {}
