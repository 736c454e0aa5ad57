package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.StateOutcome;
import dev.backplane.pool.store.CleanupStore;
import dev.backplane.pool.store.Stores;
import java.util.function.Supplier;

/** Starts an attempt to clean an account. */
public final class StartCleanupHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("StartCleanup", Scopes.WRITE, "POST /pool/accounts/{id}/cleanups");

    private final CleanupStore cleanups;

    public StartCleanupHandler() {
        this(Platform.lambda());
    }

    public StartCleanupHandler(Platform platform) {
        super(platform, OPERATION);
        this.cleanups = new Stores(platform).cleanups();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AccountId> id = input.path("id", Fields.ACCOUNT_ID);
        input.verify();

        StateOutcome outcome = cleanups.startCleanup(id.get(), request.actor());
        return outcome instanceof StateOutcome.InState(Account account)
                ? started(account)
                : StateResponses.of(id.get(), outcome);
    }

    private static HttpResponse started(Account account) {
        AttemptView attempt = AttemptView.of(account.cleanup());
        return HttpResponse.created("/pool/accounts/" + account.id() + "/cleanups/" + attempt.attemptId(), attempt);
    }
}
