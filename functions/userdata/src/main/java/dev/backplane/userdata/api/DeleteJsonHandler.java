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
import dev.backplane.userdata.ValueWrite;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import java.util.function.Supplier;

/** Removes a JSON value of a user. */
public final class DeleteJsonHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "DeleteJson",
                    Scopes.USERS,
                    "DELETE /userdata/apps/{app}/users/{user}/json/{key}",
                    "DELETE /userdata/users/{user}/content/{key}")
            .withSnapshot();

    private final DataStore data;

    public DeleteJsonHandler() {
        this(Platform.lambda());
    }

    public DeleteJsonHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = jsonNamespace(request, input);
        Supplier<DataKey> key = key(input);
        Supplier<Preconditions> preconditions = preconditions(input);
        input.verify();

        return ValueResponses.of(data.write(
                new ValueWrite(namespace.get(), key.get(), new Edit.Remove(), preconditions.get(), request.actor())));
    }
}
