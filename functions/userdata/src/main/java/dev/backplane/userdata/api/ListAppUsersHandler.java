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
import dev.backplane.userdata.AppUser;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.store.UsageStore;
import dev.backplane.userdata.store.UserPosition;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists the users for whom an app stores data. */
public final class ListAppUsersHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("ListAppUsers", Scopes.ADMIN, "GET /userdata/apps/{app}/users");

    private final UsageStore usage;

    public ListAppUsersHandler() {
        this(Platform.lambda());
    }

    public ListAppUsersHandler(Platform platform) {
        super(platform, OPERATION);
        this.usage = new Stores(platform).usage();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> app = app(input);
        Supplier<Optional<Realm>> realm = input.optionalQuery("realm", Fields.REALM);
        Paging paging = input.paging();
        input.verify();

        if (!usage.appExists(app.get())) {
            return Problems.appNotFound();
        }
        String list = app.get().value() + '\n' + realm.get().map(Realm::value).orElse("");
        Page<AppUser, UserPosition> page =
                usage.listUsers(app.get(), realm.get(), paging.limit(), paging.after(list, UserPosition::parse));
        return HttpResponse.json(
                200,
                Json.writePage(
                        AppUserView.class,
                        page.items().stream().map(AppUserView::of).toList(),
                        page.next().map(position -> paging.cursor(list, position.toString()))));
    }
}
