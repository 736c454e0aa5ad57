package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantSummary;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import java.util.Optional;

/** Lists the tenants. */
public final class ListTenantsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListTenants", Scopes.READ, "GET /tenants");

    // There is only one list of tenants.
    private static final String LIST = "";

    private final TenantStore tenants;

    public ListTenantsHandler() {
        this(Platform.lambda());
    }

    public ListTenantsHandler(Platform platform) {
        super(platform, OPERATION);
        this.tenants = new Stores(platform).tenants();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Paging paging = input.paging();
        input.verify();

        Optional<TenantId> after = paging.after(LIST, TenantId::parse);
        Page<TenantSummary, TenantId> page = tenants.listTenants(paging.limit(), after);
        return HttpResponse.page(
                TenantSummaryView.class,
                page.items().stream().map(TenantSummaryView::of).toList(),
                page.next().map(id -> paging.cursor(LIST, id.value())));
    }
}
