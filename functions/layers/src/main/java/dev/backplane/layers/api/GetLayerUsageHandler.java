package dev.backplane.layers.api;

import dev.backplane.layers.FunctionUse;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.store.LayerKey;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.layers.store.UsageKey;
import dev.backplane.layers.store.UsageStore;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.platform.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists the functions that use a version of a layer, as the last inventory of its region found them. */
public final class GetLayerUsageHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("GetLayerUsage", Scopes.READ, "GET /layers/{region}/{package}/{version}/usage");

    private final LayerStore layers;
    private final UsageStore usage;
    private final boolean isOn;

    public GetLayerUsageHandler() {
        this(Platform.lambda());
    }

    public GetLayerUsageHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.layers = stores.layers();
        this.usage = stores.usage();
        this.isOn = LayersSettings.checksUsage(platform.settings());
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LayerId> id = Fields.layerInPath(input);
        Supplier<Integer> version = input.path("version", Fields.VERSION);
        Paging paging = input.paging();
        input.verify();

        if (!isOn) {
            return HttpResponse.problem(409, "USAGE_OFF", "This stage does not record which functions use layers.");
        }
        LayerKey key = new LayerKey(id.get(), version.get());
        return layers.getVersion(key)
                .<HttpResponse>map(layer -> render(layer, paging, key))
                .orElseGet(() -> Problems.versionNotFound(id.get(), version.get()));
    }

    private HttpResponse render(Layer layer, Paging paging, LayerKey key) {
        String list = key.id().region() + "/" + key.id().name() + "/" + key.version();
        Optional<String> after = paging.after(list, UsageKey::parsePosition);
        Optional<Instant> inventory = usage.inventory(layer.arn().region()).finished();
        Page<FunctionUse, String> page = inventory
                .map(time -> usage.list(layer.arn(), time, paging.limit(), after))
                .orElseGet(() -> new Page<>(List.of(), Optional.empty()));
        return HttpResponse.json(
                200,
                Json.writeWithNulls(LayerUsageView.of(page, inventory, position -> paging.cursor(list, position))));
    }
}
