package dev.backplane.layers.api;

import dev.backplane.layers.Build;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.store.BuildStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;

/** Lists the latest build of every package. */
public final class ListLatestBuildsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListLatestBuilds", Scopes.READ, "GET /builds/latest");

    private final BuildStore builds;

    public ListLatestBuildsHandler() {
        this(Platform.lambda());
    }

    public ListLatestBuildsHandler(Platform platform) {
        super(platform, OPERATION);
        this.builds = new Stores(platform).builds();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Paging paging = input.paging();
        input.verify();

        Page<Build, PackageName> page = builds.listLatestBuilds(paging.limit(), paging.after("", PackageName::parse));
        return HttpResponse.page(
                BuildView.class,
                page.items().stream().map(BuildView::of).toList(),
                page.next().map(name -> paging.cursor("", name.value())));
    }
}
