package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.store.AppStore;
import dev.backplane.userdata.store.Stores;
import java.util.function.Supplier;

/** Removes an app that contains no user data. */
public final class DeleteAppHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of("DeleteApp", Scopes.ADMIN, "DELETE /userdata/apps/{app}");

    private final AppStore apps;

    public DeleteAppHandler() {
        this(Platform.lambda());
    }

    public DeleteAppHandler(Platform platform) {
        super(platform, OPERATION);
        this.apps = new Stores(platform).apps();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> name = app(input);
        input.verify();

        return switch (apps.remove(name.get())) {
            case REMOVED -> HttpResponse.noContent();
            case NOT_FOUND -> Problems.appNotFound();
            case NOT_EMPTY -> HttpResponse.problem(409, "APP_NOT_EMPTY", "The app still contains user data.");
        };
    }
}
