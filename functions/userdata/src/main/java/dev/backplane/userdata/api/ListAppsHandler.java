package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.platform.json.Json;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.store.AppStore;
import dev.backplane.userdata.store.Stores;
import java.util.List;

/** Lists the apps. */
public final class ListAppsHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("ListApps", List.of(Scopes.SERVICE, Scopes.ADMIN), "GET /userdata/apps");

    private final AppStore apps;

    public ListAppsHandler() {
        this(Platform.lambda());
    }

    public ListAppsHandler(Platform platform) {
        super(platform, OPERATION);
        this.apps = new Stores(platform).apps();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Paging paging = input.paging();
        input.verify();

        Page<App, AppName> page = apps.list(paging.limit(), paging.after("", AppName::parse));
        return HttpResponse.json(
                200,
                Json.writePage(
                        page.items().stream()
                                .map(app -> Json.writeWithNulls(AppView.of(app)))
                                .toList(),
                        page.next().map(name -> paging.cursor("", name.value()))));
    }
}
