package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.UpgradeStore;
import java.util.function.Supplier;

/** Returns the progress of all tenants towards a version. */
public final class GetUpgradeHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("GetUpgrade", Scopes.READ, "GET /tenant-upgrades/{version}");

    private final UpgradeStore upgrades;

    public GetUpgradeHandler() {
        this(Platform.lambda());
    }

    public GetUpgradeHandler(Platform platform) {
        super(platform, OPERATION);
        this.upgrades = new Stores(platform).upgrades();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<StackVersion> version = input.path("version", Fields.VERSION);
        input.verify();

        return HttpResponse.ok(UpgradeView.of(version.get(), upgrades.getProgress(version.get())));
    }
}
