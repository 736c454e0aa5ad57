package dev.backplane.pool.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Problem;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Hold;
import dev.backplane.pool.Revocation;
import dev.backplane.pool.StateOutcome;

/** The response of operations that change the state of an account. */
final class StateResponses {

    private StateResponses() {}

    static HttpResponse of(AccountId id, StateOutcome outcome) {
        return switch (outcome) {
            case StateOutcome.InState(Account account) -> HttpResponse.ok(AccountView.of(account));
            case StateOutcome.NotFound _ -> Problems.accountNotFound(id);
            case StateOutcome.Held(Hold hold) -> Problems.accountHeld(id, hold);
            case StateOutcome.Stale _ -> HttpResponse.problem(409, "STALE_ATTEMPT", "This is not the current attempt.");
            case StateOutcome.Automatic _ ->
                HttpResponse.problem(
                        409,
                        "CLEANUP_AUTOMATIC",
                        "This stage cleans its accounts itself. To start again, set the status to dirty.");
            case StateOutcome.RevocationPending(Revocation revocation) -> Problems.revocationPending(revocation);
            case StateOutcome.NotAllowed(AccountState from, AccountState to) ->
                HttpResponse.problem(Problem.of(
                                409,
                                "INVALID_TRANSITION",
                                "An account that is " + from.value() + " cannot become " + to.value() + ".")
                        .with("from", from.value())
                        .with("to", to.value()));
        };
    }
}
