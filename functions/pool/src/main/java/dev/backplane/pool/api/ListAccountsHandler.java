package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.store.AccountStore;
import dev.backplane.pool.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists the ids of the accounts in a state, those that are held, or all. */
public final class ListAccountsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListAccounts", Scopes.READ, "GET /pool/accounts");

    private final AccountStore accounts;

    public ListAccountsHandler() {
        this(Platform.lambda());
    }

    public ListAccountsHandler(Platform platform) {
        super(platform, OPERATION);
        this.accounts = new Stores(platform).accounts();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Optional<AccountList>> status = input.optionalQuery("status", Fields.LIST);
        input.verify();

        AccountList list = status.get().orElse(AccountList.ALL);
        return HttpResponse.ok(AccountListView.of(list, accounts.listAccounts(list)));
    }
}
