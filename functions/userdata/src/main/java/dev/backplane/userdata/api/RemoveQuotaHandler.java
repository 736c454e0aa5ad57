package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.store.AppStore;
import dev.backplane.userdata.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Removes the quota of an app. */
public final class RemoveQuotaHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("RemoveQuota", Scopes.ADMIN, "DELETE /userdata/apps/{app}/quota");

    private final AppStore apps;

    public RemoveQuotaHandler() {
        this(Platform.lambda());
    }

    public RemoveQuotaHandler(Platform platform) {
        super(platform, OPERATION);
        this.apps = new Stores(platform).apps();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> name = app(input);
        input.verify();

        return apps.setQuota(name.get(), Optional.empty()).isPresent()
                ? HttpResponse.noContent()
                : Problems.appNotFound();
    }
}
