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
import dev.backplane.platform.http.HttpResponse.Success;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists the latest layers of a region, as JSON or, if the caller prefers it, as CSV. */
public final class ListLatestLayersHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of(
                    "ListLatestLayers", Scopes.READ, "GET /layers/latest/{region}")
            .withSnapshot();

    private final LayerStore layers;

    public ListLatestLayersHandler() {
        this(Platform.lambda());
    }

    public ListLatestLayersHandler(Platform platform) {
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
        Optional<LayerPosition> after = paging.after(
                list, text -> LayerPosition.parse(text).in(region.get()).amongLatest());
        Page<Layer, LayerPosition> page = layers.listLatestInRegion(region.get(), paging.limit(), after);
        Optional<String> next = page.next().map(position -> paging.cursor(list, position.toString()));
        boolean csv = request.header("accept")
                .map(Accept::parse)
                .filter(accept -> accept.prefers(LayerCsv.MEDIA_TYPE, "application/json"))
                .isPresent();
        return (csv ? csv(page, next, paging.limit()) : json(page, next)).with("vary", "accept");
    }

    private static Success json(Page<Layer, LayerPosition> page, Optional<String> next) {
        return HttpResponse.page(
                LayerSummaryView.class,
                page.items().stream().map(LayerSummaryView::of).toList(),
                next);
    }

    /** Returns the page as CSV, with the cursor in a link header (RFC 8288), because CSV cannot contain it. */
    private static Success csv(Page<Layer, LayerPosition> page, Optional<String> next, int limit) {
        Success table = new Success(
                200,
                Map.of("content-type", LayerCsv.MEDIA_TYPE + "; charset=utf-8; header=present"),
                Optional.of(LayerCsv.print(page.items())));
        return next.map(cursor -> table.with("link", "<?limit=" + limit + "&cursor=" + cursor + ">; rel=\"next\""))
                .orElse(table);
    }
}
