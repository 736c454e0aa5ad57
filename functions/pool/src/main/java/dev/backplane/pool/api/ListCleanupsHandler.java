package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.store.CleanupStore;
import dev.backplane.pool.store.Stores;
import java.util.function.Supplier;

/** Lists the last attempts to clean an account, including one that was recently removed from the pool. */
public final class ListCleanupsHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("ListCleanups", Scopes.READ, "GET /pool/accounts/{id}/cleanups");

    private final CleanupStore cleanups;

    public ListCleanupsHandler() {
        this(Platform.lambda());
    }

    public ListCleanupsHandler(Platform platform) {
        super(platform, OPERATION);
        this.cleanups = new Stores(platform).cleanups();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AccountId> id = input.path("id", Fields.ACCOUNT_ID);
        Paging paging = input.paging();
        input.verify();

        String list = id.get().value();
        return cleanups.listAttempts(id.get(), paging.limit(), paging.after(list, AttemptId::parse))
                .<HttpResponse>map(page -> HttpResponse.page(
                        CleanupView.class,
                        page.items().stream().map(CleanupView::of).toList(),
                        page.next().map(position -> paging.cursor(list, position.value()))))
                .orElseGet(() -> Problems.accountNotFound(id.get()));
    }
}
