package dev.backplane.pool.api;

import dev.backplane.pool.AccountDetails;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** An account with its lease as callers see it. */
@Json
record AccountDetailsView(AccountView account, @Nullable LeaseView lease) {

    static AccountDetailsView of(AccountDetails details) {
        return new AccountDetailsView(
                AccountView.of(details.account()),
                details.lease().map(LeaseView::of).orElse(null));
    }
}
