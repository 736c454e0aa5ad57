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

/** Lists the JSON values of a user. */
public final class ListJsonHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "ListJson",
                    Scopes.USERS,
                    "GET /userdata/apps/{app}/users/{user}/json",
                    "GET /userdata/users/{user}/content")
            .withSnapshot();

    private final DataStore data;

    public ListJsonHandler() {
        this(Platform.lambda());
    }

    public ListJsonHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = jsonNamespace(request, input);
        Listing listing = Listing.declare(input);
        Supplier<Optional<Boolean>> values = input.optionalQuery("values", InputType.flag());
        input.verify();

        return listing.response(data, namespace.get(), values.get().orElse(false));
    }
}
