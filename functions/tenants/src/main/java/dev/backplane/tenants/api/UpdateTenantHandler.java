package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;

/** Brings the stack of a tenant to the current version. */
public final class UpdateTenantHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("UpdateTenant", Scopes.WRITE, "POST /tenants/{tenantId}/updates");

    public UpdateTenantHandler() {
        this(Platform.lambda());
    }

    public UpdateTenantHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        throw new UnsupportedOperationException("not yet");
    }
}
