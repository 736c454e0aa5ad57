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

/** Returns calculated behavior of a user. */
public final class GetBehaviorHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "GetBehavior", Scopes.USERS, "GET /userdata/users/{user}/cb/{key}")
            .withSnapshot();

    private final DataStore data;

    public GetBehaviorHandler() {
        this(Platform.lambda());
    }

    public GetBehaviorHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = behaviorNamespace(request, input);
        Supplier<DataKey> key = key(input);
        input.verify();

        return data.get(namespace.get(), key.get())
                .<HttpResponse>map(ValueResponses::value)
                .orElseGet(Problems::keyNotFound);
    }
}
