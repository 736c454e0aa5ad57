package dev.backplane.layers.api;

import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.layers.store.VersionNumber;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists the versions of a layer, highest number first. */
public final class ListLayerVersionsHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("ListLayerVersions", Scopes.READ, "GET /layers/{region}/{package}");

    private final LayerStore layers;
    private final Clock clock;

    public ListLayerVersionsHandler() {
        this(Platform.lambda());
    }

    public ListLayerVersionsHandler(Platform platform) {
        super(platform, OPERATION);
        this.layers = new Stores(platform).layers();
        this.clock = platform.clock();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LayerId> id = Fields.layerInPath(input);
        Supplier<Optional<Boolean>> includeDeleted = input.optionalQuery("includeDeleted", InputType.flag());
        Paging paging = input.paging();
        input.verify();

        String list = id.get().region() + "/" + id.get().name();
        return layers.listVersions(
                        id.get(),
                        includeDeleted.get().orElse(false),
                        paging.limit(),
                        paging.after(list, VersionNumber::parse))
                .<HttpResponse>map(page -> render(page, paging, list))
                .orElseGet(() -> Problems.layerNotFound(id.get()));
    }

    private HttpResponse render(Page<Layer, Long> page, Paging paging, String list) {
        Instant now = Times.now(clock);
        return HttpResponse.page(
                LayerView.class,
                page.items().stream().map(layer -> LayerView.of(layer, now)).toList(),
                page.next().map(version -> paging.cursor(list, version.toString())));
    }
}
