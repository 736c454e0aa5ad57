package dev.backplane.layers.api;

import dev.backplane.layers.Layer;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.store.LayerPosition;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists the latest and the deprecated layers of a region. */
public final class ListLayersHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListLayers", Scopes.READ, "GET /layers/{region}");

    private final LayerStore layers;

    public ListLayersHandler() {
        this(Platform.lambda());
    }

    public ListLayersHandler(Platform platform) {
        super(platform, OPERATION);
        this.layers = new Stores(platform).layers();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<RegionName> region = input.path("region", Fields.REGION);
        Paging paging = input.paging();
        input.verify();

        String list = region.get().value();
        Optional<LayerPosition> after =
                paging.after(list, text -> LayerPosition.parse(text).in(region.get()));
        Page<Layer, LayerPosition> page = layers.listDeployedInRegion(region.get(), paging.limit(), after);
        return HttpResponse.page(
                LayerSummaryView.class,
                page.items().stream().map(LayerSummaryView::of).toList(),
                page.next().map(position -> paging.cursor(list, position.toString())));
    }
}
