package dev.backplane.pool;

import java.util.Map;

/** The number of all accounts, of accounts in each state, and of active leases. */
public record PoolCounts(int all, Map<AccountState, Integer> accounts, int activeLeases) {}
