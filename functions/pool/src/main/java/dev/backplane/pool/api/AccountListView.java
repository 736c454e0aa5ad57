package dev.backplane.pool.api;

import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Optional;

/** A list of accounts as callers see it. */
@Json
record AccountListView(String status, int count, List<String> accountIds) {

    /** The name of the list of all accounts. */
    static final String ALL = "all";

    static AccountListView of(Optional<AccountState> state, List<AccountId> ids) {
        return new AccountListView(
                state.map(AccountState::value).orElse(ALL),
                ids.size(),
                ids.stream().map(AccountId::value).toList());
    }
}
