package dev.backplane.pool.api;

import dev.backplane.platform.Times;
import dev.backplane.pool.Account;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.LeaseId;
import io.avaje.jsonb.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An account as callers see it. */
@Json
record AccountView(
        String accountId,
        String status,
        String since,
        @Nullable String name,
        @Nullable String leaseId,
        @Nullable String attemptId,
        @Nullable Integer attempts,
        @Nullable String message,
        List<String> labels,
        @Nullable HoldView hold,
        @Nullable RevocationView revocation) {

    static AccountView of(Account account) {
        Cleanup cleanup = account.cleanup();
        return new AccountView(
                account.id().value(),
                account.state().value(),
                Times.format(account.since()),
                account.name().orElse(null),
                account.lease().map(LeaseId::value).orElse(null),
                cleanup.attempt().map(AttemptId::value).orElse(null),
                cleanup.attempts() == 0 ? null : cleanup.attempts(),
                cleanup.message().orElse(null),
                List.copyOf(account.marks().labels()),
                account.marks().hold().map(HoldView::of).orElse(null),
                account.marks().revocation().map(RevocationView::of).orElse(null));
    }
}
