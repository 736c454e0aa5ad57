package dev.backplane.tenants.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantState;
import dev.backplane.tenants.TenantSummary;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.ProfileStore;
import dev.backplane.tenants.store.ProfileStore.Filter;
import dev.backplane.tenants.store.ProfileStore.Position;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lists the tenants, all of them or those of a status or a tier. */
public final class ListTenantsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListTenants", Scopes.READ, "GET /tenants");

    // The list of all tenants; other lists are named by their filter.
    private static final String ALL = "";

    private final TenantStore tenants;
    private final ProfileStore profiles;

    public ListTenantsHandler() {
        this(Platform.lambda());
    }

    public ListTenantsHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.tenants = stores.tenants();
        this.profiles = stores.profiles();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Optional<TenantState>> status = input.optionalQuery("status", InputType.text(TenantState::parse));
        Supplier<Optional<String>> tier = input.optionalQuery("tier", InputType.text(ListTenantsHandler::tier));
        Paging paging = input.paging();
        input.verify();

        Filter filter = new Filter(status.get(), tier.get());
        return filter.isEmpty() ? all(paging) : filtered(filter, paging);
    }

    // A tier that the stage no longer has can still be listed.
    private static String tier(String text) {
        if (!text.matches(TenantsSettings.TIER_FORM)) {
            throw new InvalidValueException("must be the name of a tier");
        }
        return text;
    }

    private HttpResponse all(Paging paging) {
        Optional<TenantId> after = paging.after(ALL, TenantId::parse);
        return page(tenants.listTenants(paging.limit(), after), id -> paging.cursor(ALL, id.value()));
    }

    private HttpResponse filtered(Filter filter, Paging paging) {
        String list = filter.text();
        Optional<Position> after = paging.after(list, Position::parse);
        return page(profiles.list(filter, paging.limit(), after), position -> paging.cursor(list, position.text()));
    }

    private static <K> HttpResponse page(Page<TenantSummary, K> page, Function<K, String> cursor) {
        return HttpResponse.page(
                TenantSummaryView.class,
                page.items().stream().map(TenantSummaryView::of).toList(),
                page.next().map(cursor));
    }
}
