package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;

/** Returns a queue of a tenant, and has it provisioned when there is none yet. */
public final class GetQueueHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("GetQueue", Scopes.READ, "GET /tenants/{tenantId}/queues/{queueType}");

    public GetQueueHandler() {
        this(Platform.lambda());
    }

    public GetQueueHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        throw new UnsupportedOperationException("not yet");
    }
}
