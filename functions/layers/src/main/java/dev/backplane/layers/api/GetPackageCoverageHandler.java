package dev.backplane.layers.api;

import dev.backplane.layers.Coverage;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Returns in which regions a package is registered, and where its newest version is missing. */
public final class GetPackageCoverageHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("GetPackageCoverage", Scopes.READ, "GET /packages/{package}/coverage");

    /** More regions than AWS has. */
    private static final int MAX_REGIONS = 100;

    private final LayerStore layers;
    private final Set<RegionName> regions;

    public GetPackageCoverageHandler() {
        this(Platform.lambda());
    }

    public GetPackageCoverageHandler(Platform platform) {
        super(platform, OPERATION);
        this.layers = new Stores(platform).layers();
        this.regions = LayerLimits.from(platform.settings()).regions();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<PackageName> name = input.path("package", Fields.PACKAGE);
        input.verify();

        List<Layer> latest = layers.listLatestOfPackage(name.get(), MAX_REGIONS, Optional.empty())
                .items();
        return Coverage.of(latest, regions)
                .<HttpResponse>map(coverage -> HttpResponse.ok(CoverageView.of(name.get(), coverage)))
                .orElseGet(() -> Problems.packageNotFound(name.get()));
    }
}
