package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.pool.AccountDetails;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.store.AccountDetailsStore;
import dev.backplane.pool.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists accounts with their leases, page by page. */
public final class ListAccountDetailsHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("ListAccountDetails", Scopes.READ, "GET /pool/account-details");

    private final AccountDetailsStore details;

    public ListAccountDetailsHandler() {
        this(Platform.lambda());
    }

    public ListAccountDetailsHandler(Platform platform) {
        super(platform, OPERATION);
        this.details = new Stores(platform).accountDetails();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Optional<AccountList>> status = input.optionalQuery("status", Fields.LIST);
        Paging paging = input.paging();
        input.verify();

        AccountList list = status.get().orElse(AccountList.ALL);
        Page<AccountDetails, AccountId> page =
                details.listDetails(list, paging.limit(), paging.after(list.value(), AccountId::parse));
        return HttpResponse.page(
                AccountDetailsView.class,
                page.items().stream().map(AccountDetailsView::of).toList(),
                page.next().map(position -> paging.cursor(list.value(), position.value())));
    }
}
