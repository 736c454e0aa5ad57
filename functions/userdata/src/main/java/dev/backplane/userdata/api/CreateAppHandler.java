package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.Json;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.AppStore;
import dev.backplane.userdata.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Registers an app. */
public final class CreateAppHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of("CreateApp", Scopes.ADMIN, "POST /userdata/apps");

    private final AppStore apps;
    private final long maxQuotaBytes;

    public CreateAppHandler() {
        this(Platform.lambda());
    }

    public CreateAppHandler(Platform platform) {
        super(platform, OPERATION);
        this.apps = new Stores(platform).apps();
        this.maxQuotaBytes = UserdataSettings.from(platform.settings()).maxQuotaBytes();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> name = input.body("name", Fields.APP);
        Supplier<Optional<JsonValue>> quota = input.optionalBody("quotaBytes", Fields.ANYTHING);
        Supplier<AppOptions> options = Fields.appOptions(input);
        input.verify();

        if (name.get().isReserved()) {
            return Problems.invalidApp();
        }
        return Quotas.read(quota.get(), maxQuotaBytes, bytes -> register(name.get(), bytes, options.get()));
    }

    private HttpResponse register(AppName name, Optional<Long> quotaBytes, AppOptions options) {
        return apps.register(name, quotaBytes, options)
                .<HttpResponse>map(app -> HttpResponse.json(201, Json.writeWithNulls(AppView.of(app)))
                        .with("location", "/userdata/apps/" + app.name()))
                .orElseGet(() -> HttpResponse.problem(409, "NAME_IN_USE", "An app with this name already exists."));
    }
}
