package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.Json;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.store.AppStore;
import dev.backplane.userdata.store.Stores;
import java.util.function.Supplier;

/** Switches the feed of changes and the events of an app on or off. */
public final class UpdateAppHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of("UpdateApp", Scopes.ADMIN, "PATCH /userdata/apps/{app}");

    private final AppStore apps;

    public UpdateAppHandler() {
        this(Platform.lambda());
    }

    public UpdateAppHandler(Platform platform) {
        super(platform, OPERATION);
        this.apps = new Stores(platform).apps();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> name = app(input);
        Supplier<AppOptions> options = Fields.appOptions(input);
        input.require(() -> !options.get().equals(AppOptions.NONE), "changes", "is required, or events");
        input.verify();

        return apps.setOptions(name.get(), options.get())
                .<HttpResponse>map(app -> HttpResponse.json(200, Json.writeWithNulls(AppView.of(app))))
                .orElseGet(Problems::appNotFound);
    }
}
