package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.Stores;

/** Counts accounts and leases. */
public final class GetPoolHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("GetPool", Scopes.READ, "GET /pool");

    private final PoolStore pool;

    public GetPoolHandler() {
        this(Platform.lambda());
    }

    public GetPoolHandler(Platform platform) {
        super(platform, OPERATION);
        this.pool = new Stores(platform).pool();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        request.input().verify();
        return HttpResponse.ok(PoolView.of(pool.count()));
    }
}
