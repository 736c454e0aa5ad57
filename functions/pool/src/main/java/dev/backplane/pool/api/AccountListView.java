package dev.backplane.pool.api;

import dev.backplane.pool.AccountId;
import io.avaje.jsonb.Json;
import java.util.List;

/** A list of accounts as callers see it. */
@Json
record AccountListView(String status, int count, List<String> accountIds) {

    /** The name of the list of all accounts. */
    static final String ALL = "all";

    /** The name of the list of held accounts. */
    static final String HELD = "held";

    /** The name of the list of accounts that refused to revoke sessions. */
    static final String UNREVOKED = "unrevoked";

    static AccountListView of(String status, List<AccountId> ids) {
        return new AccountListView(
                status, ids.size(), ids.stream().map(AccountId::value).toList());
    }
}
