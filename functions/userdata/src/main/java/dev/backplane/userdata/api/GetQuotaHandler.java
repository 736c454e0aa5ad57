package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.Json;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.store.UsageStore;
import java.util.function.Supplier;

/** Returns the usage of a user and the quota of the app. */
public final class GetQuotaHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("GetQuota", Scopes.USERS, "GET /userdata/apps/{app}/users/{user}/quota");

    private final UsageStore usage;

    public GetQuotaHandler() {
        this(Platform.lambda());
    }

    public GetQuotaHandler(Platform platform) {
        super(platform, OPERATION);
        this.usage = new Stores(platform).usage();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> app = app(input);
        Supplier<UserId> user = user(request, input);
        input.verify();

        return usage.quota(app.get(), user.get())
                .<HttpResponse>map(report -> HttpResponse.json(200, Json.writeWithNulls(QuotaView.of(report))))
                .orElseGet(Problems::appNotFound);
    }
}
