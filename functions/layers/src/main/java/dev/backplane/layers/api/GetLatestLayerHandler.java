package dev.backplane.layers.api;

import dev.backplane.layers.LayerId;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import java.util.function.Supplier;

/** Returns the latest layer of a package in a region. */
public final class GetLatestLayerHandler extends LayerReadHandler {

    public static final Operation OPERATION = Operation.of(
                    "GetLatestLayer", Scopes.READ, "GET /layers/latest/{region}/{package}")
            .withSnapshot();

    public GetLatestLayerHandler() {
        this(Platform.lambda());
    }

    public GetLatestLayerHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LayerId> id = Fields.layerInPath(input);
        input.verify();

        return respond(layers().getLatestInRegion(id.get()), () -> Problems.layerNotFound(id.get()));
    }
}
