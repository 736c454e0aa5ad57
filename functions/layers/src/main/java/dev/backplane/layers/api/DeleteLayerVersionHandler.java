package dev.backplane.layers.api;

import dev.backplane.layers.DeleteOutcome;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.store.LayerKey;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import java.util.Optional;
import java.util.function.Supplier;

/** Deletes a version of a layer; the Lambda layer is deleted soon after. */
public final class DeleteLayerVersionHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("DeleteLayerVersion", Scopes.WRITE, "DELETE /layers/{region}/{package}/{version}");

    private final LayerStore layers;

    public DeleteLayerVersionHandler() {
        this(Platform.lambda());
    }

    public DeleteLayerVersionHandler(Platform platform) {
        super(platform, OPERATION);
        this.layers = new Stores(platform).layers();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LayerId> id = Fields.layerInPath(input);
        Supplier<Integer> version = input.path("version", Fields.VERSION);
        Supplier<Optional<Boolean>> promotePrevious = input.optionalQuery("promotePrevious", InputType.flag());
        Supplier<Optional<String>> reason = input.optionalQuery("reason", InputType.reason());
        input.verify();

        LayerKey key = new LayerKey(id.get(), version.get());
        Cause cause = new Cause(request.actor(), reason.get());
        return switch (layers.deleteLayer(key, promotePrevious.get().orElse(false), cause)) {
            case DeleteOutcome.Deleted(Optional<Long> promoted) ->
                HttpResponse.accepted(DeletionView.of(key, promoted));
            case DeleteOutcome.NotFound _ -> Problems.versionNotFound(key.id(), key.version());
            case DeleteOutcome.LatestVersion _ ->
                HttpResponse.problem(
                        409,
                        "LATEST_VERSION",
                        "The version is the latest; send promotePrevious=true to replace it with the previous one.");
            case DeleteOutcome.Held _ ->
                HttpResponse.problem(409, "LAYER_HELD", "The version is held; release it first.");
            case DeleteOutcome.AlreadyDeleted _ ->
                HttpResponse.problem(409, "ALREADY_DELETED", "The version is already deleted.");
            case DeleteOutcome.NoPromotableVersion _ ->
                HttpResponse.problem(409, "NO_PROMOTABLE_VERSION", "No previous version is left to replace this one.");
        };
    }
}
