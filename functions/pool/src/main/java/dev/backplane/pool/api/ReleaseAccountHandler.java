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

/** Releases an account from its hold. */
public final class ReleaseAccountHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("ReleaseAccount", Scopes.WRITE, "DELETE /pool/accounts/{id}/hold");

    private final HoldStore holds;

    public ReleaseAccountHandler() {
        this(Platform.lambda());
    }

    public ReleaseAccountHandler(Platform platform) {
        super(platform, OPERATION);
        this.holds = new Stores(platform).holds();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AccountId> id = input.path("id", Fields.ACCOUNT_ID);
        Supplier<Optional<String>> reason = input.optionalQuery("reason", InputType.reason());
        input.verify();

        Cause cause = new Cause(request.actor(), reason.get());
        return HoldResponses.of(id.get(), holds.releaseAccount(id.get(), cause));
    }
}
