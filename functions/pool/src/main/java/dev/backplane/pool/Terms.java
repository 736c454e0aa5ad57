package dev.backplane.pool;

import java.util.Optional;

/**
 * What a request for a lease asked for, to tell a repeat from another request under the same key.
 *
 * @param minutes how long, if it said so
 * @param account which account, if it said so
 */
public record Terms(Optional<Integer> minutes, Optional<AccountId> account) {}
