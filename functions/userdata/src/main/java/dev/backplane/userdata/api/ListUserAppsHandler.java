package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.platform.json.Json;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserApp;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.store.UsageStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists the apps that store data for a user. */
public final class ListUserAppsHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("ListUserApps", List.of(Scopes.ADMIN, Scopes.SELF), "GET /userdata/users/{user}/apps");

    private final UsageStore usage;

    public ListUserAppsHandler() {
        this(Platform.lambda());
    }

    public ListUserAppsHandler(Platform platform) {
        super(platform, OPERATION);
        this.usage = new Stores(platform).usage();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<UserId> user = user(request, input);
        Supplier<Optional<Realm>> realm = input.optionalQuery("realm", Fields.REALM);
        Paging paging = input.paging();
        input.verify();

        String list = user.get().value() + '\n' + realm.get().map(Realm::value).orElse("");
        Page<UserApp, AppName> page =
                usage.listApps(user.get(), realm.get(), paging.limit(), paging.after(list, AppName::parse));
        return HttpResponse.json(
                200,
                Json.writePage(
                        UserAppView.class,
                        page.items().stream().map(UserAppView::of).toList(),
                        page.next().map(app -> paging.cursor(list, app.value()))));
    }
}
