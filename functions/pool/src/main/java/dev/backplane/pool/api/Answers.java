package dev.backplane.pool.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Problem;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.StateOutcome;

/** What operations answer that bring an account into a state. */
final class Answers {

    private Answers() {}

    static HttpResponse of(AccountId id, StateOutcome outcome) {
        return switch (outcome) {
            case StateOutcome.InState(Account account) -> HttpResponse.ok(AccountView.of(account));
            case StateOutcome.NotFound _ -> Problems.accountNotFound(id);
            case StateOutcome.Stale _ ->
                HttpResponse.problem(409, "STALE_ATTEMPT", "The attempt is not the one under way.");
            case StateOutcome.NotAllowed(AccountState from, AccountState to) ->
                HttpResponse.problem(Problem.of(
                                409,
                                "INVALID_TRANSITION",
                                "An account that is " + from.word() + " cannot become " + to.word() + ".")
                        .with("from", from.word())
                        .with("to", to.word()));
        };
    }
}
