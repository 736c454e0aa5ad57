package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import java.time.Clock;
import java.util.function.Supplier;

/** Returns a tenant and its operations. */
public final class GetTenantHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("GetTenant", Scopes.READ, "GET /tenants/{tenantId}");

    private final TenantStore tenants;
    private final Clock clock;

    public GetTenantHandler() {
        this(Platform.lambda());
    }

    public GetTenantHandler(Platform platform) {
        super(platform, OPERATION);
        this.tenants = new Stores(platform).tenants();
        this.clock = platform.clock();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<TenantId> id = input.path("tenantId", Fields.TENANT);
        input.verify();

        Tenant tenant = tenants.getTenant(id.get());
        return tenant.isUnknown()
                ? Problems.tenantNotFound(id.get())
                : HttpResponse.ok(TenantView.of(tenant, Times.now(clock)));
    }
}
