package dev.backplane.tenants.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.tenants.RunRecord;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.RunHistory;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists the runs of a tenant, newest first. */
public final class ListRunsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListRuns", Scopes.READ, "GET /tenants/{tenantId}/runs");

    private static final int MAX_POSITION = 120;

    private final RunHistory history;
    private final TenantStore tenants;

    public ListRunsHandler() {
        this(Platform.lambda());
    }

    public ListRunsHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.history = stores.history();
        this.tenants = stores.tenants();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<TenantId> id = input.path("tenantId", Fields.TENANT);
        Paging paging = input.paging();
        input.verify();

        String list = id.get().value();
        Optional<String> after = paging.after(list, ListRunsHandler::position);
        Page<RunRecord, String> page = history.list(id.get(), paging.limit(), after);
        if (page.items().isEmpty() && tenants.getTenant(id.get()).isUnknown()) {
            return Problems.tenantNotFound(id.get());
        }
        return HttpResponse.page(
                RunView.class,
                page.items().stream().map(RunView::of).toList(),
                page.next().map(position -> paging.cursor(list, position)));
    }

    private static String position(String text) {
        if (text.isEmpty() || text.length() > MAX_POSITION) {
            throw new InvalidValueException("not a position");
        }
        return text;
    }
}
