package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import java.util.function.Supplier;

/** Lists the blobs of a user. */
public final class ListBlobsHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "ListBlobs", Scopes.USERS, "GET /userdata/apps/{app}/users/{user}/blob")
            .withSnapshot();

    private final DataStore data;

    public ListBlobsHandler() {
        this(Platform.lambda());
    }

    public ListBlobsHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = appNamespace(request, input, Realm.BLOB);
        Listing listing = Listing.declare(input);
        input.verify();

        return listing.response(data, namespace.get(), false);
    }
}
