package dev.backplane.pool;

import java.util.Map;

/** How many accounts are in each state, how many there are, and how many leases are active. */
public record PoolCounts(int all, Map<AccountState, Integer> accounts, int activeLeases) {}
