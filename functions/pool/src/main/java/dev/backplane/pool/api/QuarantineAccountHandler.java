package dev.backplane.pool.api;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.store.HoldStore;
import dev.backplane.pool.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Ends the lease of an account and holds the account. */
public final class QuarantineAccountHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("QuarantineAccount", Scopes.WRITE, "POST /pool/accounts/{id}/quarantine");

    private final HoldStore holds;

    public QuarantineAccountHandler() {
        this(Platform.lambda());
    }

    public QuarantineAccountHandler(Platform platform) {
        super(platform, OPERATION);
        this.holds = new Stores(platform).holds();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AccountId> id = input.path("id", Fields.ACCOUNT_ID);
        Supplier<String> reason = input.body("reason", InputType.reason());
        input.verify();

        Cause cause = new Cause(request.actor(), Optional.of(reason.get()));
        return HoldResponses.of(id.get(), holds.quarantineAccount(id.get(), cause));
    }
}
