package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.store.BlobObjects;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import java.util.Optional;
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
    private final BlobObjects objects;

    public GetBlobHandler() {
        this(Platform.lambda());
    }

    public GetBlobHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.data = stores.data();
        this.objects = stores.objects();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = appNamespace(request, input, Realm.BLOB);
        Supplier<DataKey> key = key(input);
        Supplier<Optional<Boolean>> link = input.optionalQuery("link", InputType.flag());
        input.verify();

        return data.get(namespace.get(), key.get())
                .map(stored -> response(request, stored, link.get().orElse(false)))
                .orElseGet(() -> data.exists(namespace.get()) ? Problems.keyNotFound() : Problems.appNotFound());
    }

    private HttpResponse response(HttpRequest request, Stored stored, boolean link) {
        if (stored.entry().object().isPresent()) {
            BlobObjects.Link fresh = objects.link(stored.entry().object().get(), ValueResponses.delivery(stored));
            return ValueResponses.object(request, stored, fresh, !link);
        }
        return link && !request.isHead() ? Problems.noLink() : ValueResponses.value(stored);
    }
}
