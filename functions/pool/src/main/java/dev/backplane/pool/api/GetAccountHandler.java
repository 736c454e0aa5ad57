package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.store.AccountStore;
import dev.backplane.pool.store.Stores;
import java.util.function.Supplier;

/** Returns one account. */
public final class GetAccountHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("GetAccount", Scopes.READ, "GET /pool/accounts/{id}");

    private final AccountStore accounts;

    public GetAccountHandler() {
        this(Platform.lambda());
    }

    public GetAccountHandler(Platform platform) {
        super(platform, OPERATION);
        this.accounts = new Stores(platform).accounts();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AccountId> id = input.path("id", Fields.ACCOUNT_ID);
        input.verify();

        return accounts.getAccount(id.get())
                .<HttpResponse>map(account -> HttpResponse.ok(AccountView.of(account)))
                .orElseGet(() -> Problems.accountNotFound(id.get()));
    }
}
