package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;

/** Lists the tenants that have queues. */
public final class ListTenantsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListTenants", Scopes.READ, "GET /tenants");

    public ListTenantsHandler() {
        this(Platform.lambda());
    }

    public ListTenantsHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        throw new UnsupportedOperationException("not yet");
    }
}
