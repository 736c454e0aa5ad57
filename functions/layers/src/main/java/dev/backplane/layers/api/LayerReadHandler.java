package dev.backplane.layers.api;

import dev.backplane.layers.Layer;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Operation;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/** The base of operations that return one layer version. */
abstract class LayerReadHandler extends HttpHandler {

    private final LayerStore layers;
    private final Clock clock;

    LayerReadHandler(Platform platform, Operation operation) {
        super(platform, operation);
        this.layers = new Stores(platform).layers();
        this.clock = platform.clock();
    }

    final LayerStore layers() {
        return layers;
    }

    final HttpResponse respond(Optional<Layer> found, Supplier<Refusal> otherwise) {
        return found.<HttpResponse>map(layer -> HttpResponse.ok(LayerView.of(layer, Times.now(clock))))
                .orElseGet(otherwise);
    }
}
