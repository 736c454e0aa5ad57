package dev.backplane.pool;

import java.util.Optional;

/**
 * An account with its lease.
 *
 * @param lease the lease of a leased account; empty if it ended while the two were read
 */
public record AccountDetails(Account account, Optional<LeaseRecord> lease) {}
