package dev.backplane.pool.api;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.PoolCounts;
import io.avaje.jsonb.Json;
import java.util.Map;

/** The size of the pool as callers see it. */
@Json
record PoolView(Accounts accounts, int activeLeases) {

    /** The number of all accounts, of accounts in each state, and of held accounts. */
    record Accounts(int all, int initial, int available, int leased, int dirty, int cleaning, int failed, int held) {}

    static PoolView of(PoolCounts counts) {
        Map<AccountState, Integer> accounts = counts.accounts();
        return new PoolView(
                new Accounts(
                        counts.all(),
                        accounts.getOrDefault(AccountState.INITIAL, 0),
                        accounts.getOrDefault(AccountState.AVAILABLE, 0),
                        accounts.getOrDefault(AccountState.LEASED, 0),
                        accounts.getOrDefault(AccountState.DIRTY, 0),
                        accounts.getOrDefault(AccountState.CLEANING, 0),
                        accounts.getOrDefault(AccountState.FAILED, 0),
                        counts.held()),
                counts.activeLeases());
    }
}
