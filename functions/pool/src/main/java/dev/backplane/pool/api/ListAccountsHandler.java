package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.store.AccountStore;
import dev.backplane.pool.store.Stores;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists the accounts in a state, those that are held, or all. */
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
        Supplier<Optional<String>> status = input.optionalQuery("status", Fields.LIST);
        input.verify();

        String list = status.get().orElse(AccountListView.ALL);
        return HttpResponse.ok(AccountListView.of(list, accounts(list)));
    }

    private List<AccountId> accounts(String list) {
        return switch (list) {
            case AccountListView.HELD -> accounts.listHeldAccounts();
            case AccountListView.UNREVOKED -> accounts.listUnrevokedAccounts();
            default -> accounts.listAccounts(AccountState.find(list));
        };
    }
}
