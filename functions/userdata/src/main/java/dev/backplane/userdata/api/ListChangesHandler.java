package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.ChangeCursor;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.ChangeStore;
import dev.backplane.userdata.store.Stores;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lists the keys of a user in an app that changed since a position, each with its last change. */
public final class ListChangesHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
            "ListChanges", List.of(Scopes.SELF, Scopes.SERVICE), "GET /userdata/apps/{app}/users/{user}/changes");

    private final ChangeStore changes;

    public ListChangesHandler() {
        this(Platform.lambda());
    }

    public ListChangesHandler(Platform platform) {
        super(platform, OPERATION);
        this.changes = new Stores(platform).changes();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> app = app(input);
        Supplier<UserId> user = user(request, input);
        Paging paging = input.paging("since");
        Supplier<Optional<Boolean>> values = input.optionalQuery("values", InputType.flag());
        input.verify();

        String feed = app.get().value() + '\n' + user.get();
        Optional<ChangeCursor> since = paging.after(feed, ChangeCursor::parse);
        Function<ChangeCursor, String> cursor = position -> paging.cursor(feed, position.toString());
        return ChangeResponses.of(
                changes.read(new ChangeStore.Request(
                        app.get(),
                        user.get(),
                        since,
                        paging.limit(),
                        values.get().orElse(false))),
                cursor);
    }
}
