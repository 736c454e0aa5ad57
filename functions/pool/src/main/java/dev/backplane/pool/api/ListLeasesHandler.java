package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.store.LeaseStore;
import dev.backplane.pool.store.Stores;

/** Lists the active leases. */
public final class ListLeasesHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListLeases", Scopes.READ, "GET /pool/leases");

    private static final String LIST = "active";

    private final LeaseStore leases;

    public ListLeasesHandler() {
        this(Platform.lambda());
    }

    public ListLeasesHandler(Platform platform) {
        super(platform, OPERATION);
        this.leases = new Stores(platform).leases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        input.optionalQuery("state", Fields.ACTIVE);
        Paging paging = input.paging();
        input.verify();

        Page<Lease, LeaseId> page = leases.listActiveLeases(paging.limit(), paging.after(LIST, LeaseId::parse));
        return HttpResponse.page(
                LeaseView.class,
                page.items().stream().map(LeaseView::of).toList(),
                page.next().map(position -> paging.cursor(LIST, position.value())));
    }
}
