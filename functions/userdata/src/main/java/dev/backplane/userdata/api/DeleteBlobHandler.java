package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.ValueWrite;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import java.util.function.Supplier;

/** Removes a blob of a user. */
public final class DeleteBlobHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "DeleteBlob", Scopes.USERS, "DELETE /userdata/apps/{app}/users/{user}/blob/{key}")
            .withSnapshot();

    private final DataStore data;

    public DeleteBlobHandler() {
        this(Platform.lambda());
    }

    public DeleteBlobHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = appNamespace(request, input, Realm.BLOB);
        Supplier<DataKey> key = key(input);
        Supplier<Preconditions> preconditions = preconditions(input);
        input.verify();

        return ValueResponses.of(data.write(
                new ValueWrite(namespace.get(), key.get(), new Edit.Remove(), preconditions.get(), request.actor())));
    }
}
