package dev.backplane.layers.api;

import dev.backplane.layers.store.LayerKey;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/** Releases a version of a layer from its hold. */
public final class ReleaseLayerVersionHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("ReleaseLayerVersion", Scopes.WRITE, "DELETE /layers/{region}/{package}/{version}/hold");

    private final LayerStore layers;
    private final Clock clock;

    public ReleaseLayerVersionHandler() {
        this(Platform.lambda());
    }

    public ReleaseLayerVersionHandler(Platform platform) {
        super(platform, OPERATION);
        this.layers = new Stores(platform).layers();
        this.clock = platform.clock();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LayerKey> key = Fields.versionInPath(input);
        Supplier<Optional<String>> reason = input.optionalQuery("reason", InputType.reason());
        input.verify();

        Cause cause = new Cause(request.actor(), reason.get());
        return LayerView.answer(key.get(), layers.release(key.get(), cause), Times.now(clock));
    }
}
