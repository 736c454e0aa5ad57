package dev.backplane.pool;

import java.util.Optional;

/**
 * A user, who can hold one lease at a time.
 *
 * @param lease the active lease
 */
public record User(UserId id, Optional<Lease> lease) {}
