package dev.backplane.layers.api;

import dev.backplane.layers.PackageName;
import dev.backplane.layers.store.BuildStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import java.util.function.Supplier;

/** Returns the latest build of a package. */
public final class GetLatestBuildHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("GetLatestBuild", Scopes.READ, "GET /builds/latest/{package}");

    private final BuildStore builds;

    public GetLatestBuildHandler() {
        this(Platform.lambda());
    }

    public GetLatestBuildHandler(Platform platform) {
        super(platform, OPERATION);
        this.builds = new Stores(platform).builds();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<PackageName> name = input.path("package", Fields.PACKAGE);
        input.verify();

        return builds.getLatestBuild(name.get())
                .<HttpResponse>map(build -> HttpResponse.ok(BuildView.of(build)))
                .orElseGet(() -> Problems.buildNotFound(name.get()));
    }
}
