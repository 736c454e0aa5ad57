package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.Json;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.AppStore;
import dev.backplane.userdata.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Changes the quota of an app. */
public final class SetQuotaHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of("SetQuota", Scopes.ADMIN, "PUT /userdata/apps/{app}/quota");

    private final AppStore apps;
    private final long maxQuotaBytes;

    public SetQuotaHandler() {
        this(Platform.lambda());
    }

    public SetQuotaHandler(Platform platform) {
        super(platform, OPERATION);
        this.apps = new Stores(platform).apps();
        this.maxQuotaBytes = UserdataSettings.from(platform.settings()).maxQuotaBytes();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> name = app(input);
        Supplier<JsonValue> quota = input.body("quotaBytes", Fields.ANYTHING);
        input.verify();

        return Quotas.read(Optional.of(quota.get()), maxQuotaBytes, bytes -> set(name.get(), bytes));
    }

    private HttpResponse set(AppName name, Optional<Long> quotaBytes) {
        return apps.setQuota(name, quotaBytes)
                .<HttpResponse>map(app -> HttpResponse.json(200, Json.writeWithNulls(AppView.of(app))))
                .orElseGet(Problems::appNotFound);
    }
}
