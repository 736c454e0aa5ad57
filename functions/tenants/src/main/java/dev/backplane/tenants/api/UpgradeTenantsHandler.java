package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;

/** Brings all tenants to the current version. */
public final class UpgradeTenantsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("UpgradeTenants", Scopes.ADMIN, "POST /tenant-upgrades");

    public UpgradeTenantsHandler() {
        this(Platform.lambda());
    }

    public UpgradeTenantsHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        throw new UnsupportedOperationException("not yet");
    }
}
