package dev.backplane.layers.api;

import dev.backplane.layers.LayerId;
import dev.backplane.layers.store.LayerKey;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import java.util.function.Supplier;

/** Returns a version of a layer, also an expired or deleted one. */
public final class GetLayerVersionHandler extends LayerReadHandler {

    public static final Operation OPERATION =
            Operation.of("GetLayerVersion", Scopes.READ, "GET /layers/{region}/{package}/{version}");

    public GetLayerVersionHandler() {
        this(Platform.lambda());
    }

    public GetLayerVersionHandler(Platform platform) {
        super(platform, OPERATION);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LayerId> id = Fields.layerInPath(input);
        Supplier<Integer> version = input.path("version", Fields.VERSION);
        input.verify();

        return respond(
                layers().getVersion(new LayerKey(id.get(), version.get())),
                () -> Problems.versionNotFound(id.get(), version.get()));
    }
}
