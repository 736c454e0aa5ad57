package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import java.util.function.Supplier;

/** Returns a blob of a user. */
public final class GetBlobHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "GetBlob",
                    Scopes.USERS,
                    "GET /userdata/apps/{app}/users/{user}/blob/{key}",
                    "HEAD /userdata/apps/{app}/users/{user}/blob/{key}")
            .withSnapshot();

    private final DataStore data;

    public GetBlobHandler() {
        this(Platform.lambda());
    }

    public GetBlobHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = appNamespace(request, input, Realm.BLOB);
        Supplier<DataKey> key = key(input);
        input.verify();

        return data.get(namespace.get(), key.get())
                .<HttpResponse>map(ValueResponses::value)
                .orElseGet(() -> data.exists(namespace.get()) ? Problems.keyNotFound() : Problems.appNotFound());
    }
}
