package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.Json;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.store.AppStore;
import dev.backplane.userdata.store.Stores;
import java.util.List;
import java.util.function.Supplier;

/** Returns an app. */
public final class GetAppHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("GetApp", List.of(Scopes.SERVICE, Scopes.ADMIN), "GET /userdata/apps/{app}");

    private final AppStore apps;

    public GetAppHandler() {
        this(Platform.lambda());
    }

    public GetAppHandler(Platform platform) {
        super(platform, OPERATION);
        this.apps = new Stores(platform).apps();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> name = app(input);
        input.verify();

        return apps.get(name.get())
                .<HttpResponse>map(app -> HttpResponse.json(200, Json.writeWithNulls(AppView.of(app))))
                .orElseGet(Problems::appNotFound);
    }
}
