package dev.backplane.layers.api;

import dev.backplane.layers.LayerId;
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

/** Returns the latest layer of a package in a region. */
public final class GetLatestLayerHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("GetLatestLayer", Scopes.READ, "GET /layers/latest/{region}/{package}");

    private final LayerStore layers;
    private final Clock clock;

    public GetLatestLayerHandler() {
        this(Platform.lambda());
    }

    public GetLatestLayerHandler(Platform platform) {
        super(platform, OPERATION);
        this.layers = new Stores(platform).layers();
        this.clock = platform.clock();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LayerId> id = Fields.layerInPath(input);
        input.verify();

        return layers.getLatestInRegion(id.get())
                .<HttpResponse>map(layer -> HttpResponse.ok(LayerView.of(layer, Times.now(clock))))
                .orElseGet(() -> Problems.layerNotFound(id.get()));
    }
}
