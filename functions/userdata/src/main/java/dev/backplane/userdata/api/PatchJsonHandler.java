package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Expiry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.ValueWrite;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Merges into a JSON value of a user, or creates it. */
public final class PatchJsonHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "PatchJson",
                    Scopes.USERS,
                    "PATCH /userdata/apps/{app}/users/{user}/json/{key}",
                    "PATCH /userdata/users/{user}/content/{key}")
            .withSnapshot();

    private final DataStore data;

    public PatchJsonHandler() {
        this(Platform.lambda());
    }

    public PatchJsonHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = jsonNamespace(request, input);
        Supplier<DataKey> key = key(input);
        Supplier<Preconditions> preconditions = preconditions(input);
        Supplier<Optional<Expiry>> expiry = expiry(request, input);
        input.verify();

        return PatchBody.read(
                request,
                patch -> ValueResponses.of(data.write(new ValueWrite(
                        namespace.get(),
                        key.get(),
                        new Edit.Merge(patch, expiry.get()),
                        preconditions.get(),
                        request.actor()))));
    }
}
