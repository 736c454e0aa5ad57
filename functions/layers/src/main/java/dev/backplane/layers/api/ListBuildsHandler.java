package dev.backplane.layers.api;

import dev.backplane.layers.PackageName;
import dev.backplane.layers.store.BuildStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.layers.store.VersionNumber;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import java.util.function.Supplier;

/** Lists the builds of a package, highest number first. */
public final class ListBuildsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListBuilds", Scopes.READ, "GET /builds/{package}");

    private final BuildStore builds;

    public ListBuildsHandler() {
        this(Platform.lambda());
    }

    public ListBuildsHandler(Platform platform) {
        super(platform, OPERATION);
        this.builds = new Stores(platform).builds();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<PackageName> name = input.path("package", Fields.PACKAGE);
        Paging paging = input.paging();
        input.verify();

        String list = name.get().value();
        return builds.listBuilds(name.get(), paging.limit(), paging.after(list, VersionNumber::parse))
                .<HttpResponse>map(page -> HttpResponse.page(
                        BuildView.class,
                        page.items().stream().map(BuildView::of).toList(),
                        page.next().map(version -> paging.cursor(list, version.toString()))))
                .orElseGet(() -> Problems.buildNotFound(name.get()));
    }
}
