package dev.backplane.pool;

import java.util.Map;

/**
 * The number of all accounts, of accounts in each state, and of active leases.
 *
 * @param accounts without accounts that would be available if they were not held
 * @param held accounts that are held, in any state
 */
public record PoolCounts(int all, Map<AccountState, Integer> accounts, int held, int activeLeases) {}
