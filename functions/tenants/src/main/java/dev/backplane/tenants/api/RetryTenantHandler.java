package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;

/** Starts again what failed, or takes a deleted tenant on anew. */
public final class RetryTenantHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("RetryTenant", Scopes.ADMIN, "POST /tenants/{tenantId}/retries");

    public RetryTenantHandler() {
        this(Platform.lambda());
    }

    public RetryTenantHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        throw new UnsupportedOperationException("not yet");
    }
}
