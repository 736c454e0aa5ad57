package dev.backplane.layers.api;

import dev.backplane.layers.LayerId;
import dev.backplane.layers.store.LayerKey;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import java.time.Clock;
import java.util.function.Supplier;

/** Returns one version of a layer, be it expired or deleted. */
public final class GetLayerVersionHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("GetLayerVersion", Scopes.READ, "GET /layers/{region}/{package}/{version}");

    private final LayerStore layers;
    private final Clock clock;

    public GetLayerVersionHandler() {
        this(Platform.lambda());
    }

    public GetLayerVersionHandler(Platform platform) {
        super(platform, OPERATION);
        this.layers = new Stores(platform).layers();
        this.clock = platform.clock();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LayerId> id = Fields.layerInPath(input);
        Supplier<Integer> version = input.path("version", Fields.VERSION);
        input.verify();

        return layers.getVersion(new LayerKey(id.get(), version.get()))
                .<HttpResponse>map(layer -> HttpResponse.ok(LayerView.of(layer, Times.now(clock))))
                .orElseGet(() -> Problems.versionNotFound(id.get(), version.get()));
    }
}
