package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import java.util.function.Supplier;

/** Returns a JSON value of a user. */
public final class GetJsonHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "GetJson",
                    Scopes.USERS,
                    "GET /userdata/apps/{app}/users/{user}/json/{key}",
                    "HEAD /userdata/apps/{app}/users/{user}/json/{key}",
                    "GET /userdata/users/{user}/content/{key}",
                    "HEAD /userdata/users/{user}/content/{key}")
            .withSnapshot();

    private final DataStore data;

    public GetJsonHandler() {
        this(Platform.lambda());
    }

    public GetJsonHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = jsonNamespace(request, input);
        Supplier<DataKey> key = key(input);
        input.verify();

        return data.get(namespace.get(), key.get())
                .<HttpResponse>map(ValueResponses::value)
                .orElseGet(() -> data.exists(namespace.get()) ? Problems.keyNotFound() : Problems.appNotFound());
    }
}
