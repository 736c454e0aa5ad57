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

/** Returns one build of a package. */
public final class GetBuildHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("GetBuild", Scopes.READ, "GET /builds/{package}/{version}");

    private final BuildStore builds;

    public GetBuildHandler() {
        this(Platform.lambda());
    }

    public GetBuildHandler(Platform platform) {
        super(platform, OPERATION);
        this.builds = new Stores(platform).builds();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<PackageName> name = input.path("package", Fields.PACKAGE);
        Supplier<Integer> version = input.path("version", Fields.VERSION);
        input.verify();

        return builds.getBuild(name.get(), version.get())
                .<HttpResponse>map(build -> HttpResponse.ok(BuildView.of(build)))
                .orElseGet(() -> Problems.buildNotFound(name.get(), version.get()));
    }
}
