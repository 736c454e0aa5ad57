package dev.backplane.pool.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.HoldOutcome;

/** The response of operations that change the hold of an account. */
final class HoldResponses {

    private HoldResponses() {}

    static HttpResponse of(AccountId id, HoldOutcome outcome) {
        return switch (outcome) {
            case HoldOutcome.Marked(Account account) -> HttpResponse.ok(AccountView.of(account));
            case HoldOutcome.NotFound _ -> Problems.accountNotFound(id);
            case HoldOutcome.UnknownLease _ ->
                HttpResponse.problem(
                        409,
                        "LEASE_UNREADABLE",
                        "The lease of the account cannot be read; an operator can repair it with POST /pool/verify.");
        };
    }
}
