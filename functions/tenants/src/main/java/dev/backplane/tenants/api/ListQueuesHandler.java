package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;

/** Lists the queues that a tenant has. */
public final class ListQueuesHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListQueues", Scopes.READ, "GET /tenants/{tenantId}/queues");

    public ListQueuesHandler() {
        this(Platform.lambda());
    }

    public ListQueuesHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        throw new UnsupportedOperationException("not yet");
    }
}
