package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists calculated behavior of a user. */
public final class ListBehaviorHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "ListBehavior", Scopes.USERS, "GET /userdata/users/{user}/cb")
            .withSnapshot();

    private final DataStore data;

    public ListBehaviorHandler() {
        this(Platform.lambda());
    }

    public ListBehaviorHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = behaviorNamespace(request, input);
        Listing listing = Listing.declare(input);
        Supplier<Optional<Boolean>> values = input.optionalQuery("values", InputType.flag());
        input.verify();

        return listing.response(data, namespace.get(), values.get().orElse(false));
    }
}
