package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.HistoryEntry;
import dev.backplane.pool.store.AccountHistory;
import dev.backplane.pool.store.AccountStore;
import dev.backplane.pool.store.Stores;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Returns the history of an account, including one that was recently removed from the pool. */
public final class GetAccountHistoryHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("GetAccountHistory", Scopes.READ, "GET /pool/accounts/{id}/history");

    private final AccountStore accounts;
    private final AccountHistory history;

    public GetAccountHistoryHandler() {
        this(Platform.lambda());
    }

    public GetAccountHistoryHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.accounts = stores.accounts();
        this.history = stores.accountHistory();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AccountId> id = input.path("id", Fields.ACCOUNT_ID);
        input.verify();

        // The history is written asynchronously, so a new account may exist without one.
        Optional<List<HistoryEntry>> entries =
                history.read(id.get()).or(() -> accounts.getAccount(id.get()).map(_ -> List.of()));
        return entries.<HttpResponse>map(found -> HttpResponse.ok(HistoryView.of(id.get(), found)))
                .orElseGet(() -> Problems.accountNotFound(id.get()));
    }
}
