package dev.backplane.pool.api;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Hold;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.RemoveOutcome;
import dev.backplane.pool.Revocation;
import dev.backplane.pool.store.AccountStore;
import dev.backplane.pool.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Removes an account that is not leased from the pool. */
public final class RemoveAccountHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("RemoveAccount", Scopes.WRITE, "DELETE /pool/accounts/{id}");

    private final AccountStore accounts;

    public RemoveAccountHandler() {
        this(Platform.lambda());
    }

    public RemoveAccountHandler(Platform platform) {
        super(platform, OPERATION);
        this.accounts = new Stores(platform).accounts();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AccountId> id = input.path("id", Fields.ACCOUNT_ID);
        Supplier<Optional<String>> reason = input.optionalQuery("reason", InputType.reason());
        input.verify();

        return switch (accounts.removeAccount(id.get(), new Cause(request.actor(), reason.get()))) {
            case RemoveOutcome.Removed _ -> HttpResponse.noContent();
            case RemoveOutcome.NotFound _ -> Problems.accountNotFound(id.get());
            case RemoveOutcome.Held(Hold hold) -> Problems.accountHeld(id.get(), hold);
            case RemoveOutcome.RevocationPending(Revocation revocation) -> Problems.revocationPending(revocation);
            case RemoveOutcome.Leased(Optional<LeaseId> lease) -> leased(id.get(), lease);
        };
    }

    private static HttpResponse leased(AccountId id, Optional<LeaseId> lease) {
        Problem problem = Problem.of(409, "ACCOUNT_LEASED", "Account " + id + " is leased; end the lease first.");
        return HttpResponse.problem(
                lease.map(held -> problem.with("leaseId", held.value())).orElse(problem));
    }
}
