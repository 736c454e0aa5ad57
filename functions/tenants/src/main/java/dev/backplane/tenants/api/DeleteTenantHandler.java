package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;

/** Deletes a tenant with its stack. */
public final class DeleteTenantHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("DeleteTenant", Scopes.WRITE, "DELETE /tenants/{tenantId}");

    public DeleteTenantHandler() {
        this(Platform.lambda());
    }

    public DeleteTenantHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        throw new UnsupportedOperationException("not yet");
    }
}
