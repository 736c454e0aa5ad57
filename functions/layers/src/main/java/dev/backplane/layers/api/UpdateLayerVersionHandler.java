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
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Changes the expiry of a deprecated version of a layer. */
public final class UpdateLayerVersionHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("UpdateLayerVersion", Scopes.WRITE, "PATCH /layers/{region}/{package}/{version}");

    private final LayerStore layers;
    private final Clock clock;

    public UpdateLayerVersionHandler() {
        this(Platform.lambda());
    }

    public UpdateLayerVersionHandler(Platform platform) {
        super(platform, OPERATION);
        this.layers = new Stores(platform).layers();
        this.clock = platform.clock();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LayerKey> key = Fields.versionInPath(input);
        Supplier<Instant> expiresAt = input.body("expiresAt", InputType.futureTime(clock));
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        input.verify();

        Cause cause = new Cause(request.actor(), reason.get());
        return LayerView.answer(key.get(), layers.expireAt(key.get(), expiresAt.get(), cause), Times.now(clock));
    }
}
