package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;

/** Returns a tenant and what was done for it. */
public final class GetTenantHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("GetTenant", Scopes.READ, "GET /tenants/{tenantId}");

    public GetTenantHandler() {
        this(Platform.lambda());
    }

    public GetTenantHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        throw new UnsupportedOperationException("not yet");
    }
}
