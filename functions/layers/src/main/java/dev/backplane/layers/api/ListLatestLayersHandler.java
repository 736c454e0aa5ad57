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
import java.util.List;
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
        Supplier<Optional<String>> runtime = input.optionalQuery("runtime", Fields.RUNTIME);
        Supplier<Optional<String>> architecture = input.optionalQuery("architecture", Fields.ARCHITECTURE);
        Paging paging = input.paging();
        input.verify();

        String list = region.get().value();
        Optional<LayerPosition> after = paging.after(
                list, text -> LayerPosition.parse(text).in(region.get()).amongLatest());
        Page<Layer, LayerPosition> page = layers.listLatestInRegion(region.get(), paging.limit(), after);
        // A page costs the same with and without a filter, so it may be short.
        List<Layer> found = page.items().stream()
                .filter(layer -> layer.compatibility().fits(runtime.get(), architecture.get()))
                .toList();
        Optional<String> next = page.next().map(position -> paging.cursor(list, position.toString()));
        boolean csv = request.header("accept")
                .map(Accept::parse)
                .filter(accept -> accept.prefers(LayerCsv.MEDIA_TYPE, "application/json"))
                .isPresent();
        String filter = parameter("runtime", runtime.get()) + parameter("architecture", architecture.get());
        return (csv
                        ? csv(found, next.map(cursor -> "?limit=" + paging.limit() + filter + "&cursor=" + cursor))
                        : json(found, next))
                .with("vary", "accept");
    }

    private static String parameter(String name, Optional<String> value) {
        return value.map(present -> "&" + name + "=" + present).orElse("");
    }

    private static Success json(List<Layer> found, Optional<String> next) {
        return HttpResponse.page(
                LayerSummaryView.class, found.stream().map(LayerSummaryView::of).toList(), next);
    }

    /** Returns a page as CSV, with its next page in a link header (RFC 8288), because CSV cannot contain it. */
    private static Success csv(List<Layer> found, Optional<String> next) {
        Success table = new Success(
                200,
                Map.of("content-type", LayerCsv.MEDIA_TYPE + "; charset=utf-8; header=present"),
                Optional.of(LayerCsv.print(found)));
        return next.map(page -> table.with("link", "<" + page + ">; rel=\"next\""))
                .orElse(table);
    }
}
