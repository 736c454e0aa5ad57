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
import dev.backplane.pool.AccountState;
import dev.backplane.pool.store.AccountStore;
import dev.backplane.pool.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Marks an account as available, dirty or failed. */
public final class SetAccountStatusHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("SetAccountStatus", Scopes.WRITE, "PUT /pool/accounts/{id}/status");

    private final AccountStore accounts;

    public SetAccountStatusHandler() {
        this(Platform.lambda());
    }

    public SetAccountStatusHandler(Platform platform) {
        super(platform, OPERATION);
        this.accounts = new Stores(platform).accounts();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AccountId> id = input.path("id", Fields.ACCOUNT_ID);
        Supplier<AccountState> status = input.body("status", Fields.OPERATOR_STATE);
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        input.verify();

        Cause cause = new Cause(request.actor(), reason.get());
        return StateResponses.of(id.get(), accounts.markAccount(id.get(), status.get(), cause));
    }
}
