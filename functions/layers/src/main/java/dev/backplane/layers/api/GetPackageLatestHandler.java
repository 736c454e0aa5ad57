package dev.backplane.layers.api;

import dev.backplane.layers.Layer;
import dev.backplane.layers.PackageName;
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

/** Lists the latest layer of a package in every region. */
public final class GetPackageLatestHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of(
                    "GetPackageLatest", Scopes.READ, "GET /packages/{package}/latest")
            .withSnapshot();

    private final LayerStore layers;

    public GetPackageLatestHandler() {
        this(Platform.lambda());
    }

    public GetPackageLatestHandler(Platform platform) {
        super(platform, OPERATION);
        this.layers = new Stores(platform).layers();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<PackageName> name = input.path("package", Fields.PACKAGE);
        Paging paging = input.paging();
        input.verify();

        String list = name.get().value();
        Optional<LayerPosition> after = paging.after(
                list, text -> LayerPosition.parse(text).of(name.get()).amongLatest());
        Page<Layer, LayerPosition> page = layers.listLatestOfPackage(name.get(), paging.limit(), after);
        if (page.items().isEmpty() && after.isEmpty()) {
            return Problems.packageNotFound(name.get());
        }
        return HttpResponse.page(
                LayerSummaryView.class,
                page.items().stream().map(LayerSummaryView::of).toList(),
                page.next().map(position -> paging.cursor(list, position.toString())));
    }
}
