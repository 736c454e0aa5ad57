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

/** Holds an account, so that it is neither cleaned nor leased. */
public final class HoldAccountHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("HoldAccount", Scopes.WRITE, "PUT /pool/accounts/{id}/hold");

    private final HoldStore holds;

    public HoldAccountHandler() {
        this(Platform.lambda());
    }

    public HoldAccountHandler(Platform platform) {
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
        return HoldResponses.of(id.get(), holds.holdAccount(id.get(), cause));
    }
}
