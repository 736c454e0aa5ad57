package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;

/** Tells how far the tenants are on their way to a version. */
public final class GetUpgradeHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("GetUpgrade", Scopes.READ, "GET /tenant-upgrades/{version}");

    public GetUpgradeHandler() {
        this(Platform.lambda());
    }

    public GetUpgradeHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        throw new UnsupportedOperationException("not yet");
    }
}
