package dev.backplane.pool.api;

import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountList;
import io.avaje.jsonb.Json;
import java.util.List;

/** A list of accounts as callers see it. */
@Json
record AccountListView(String status, int count, List<String> accountIds) {

    static AccountListView of(AccountList list, List<AccountId> ids) {
        return new AccountListView(
                list.value(), ids.size(), ids.stream().map(AccountId::value).toList());
    }
}
