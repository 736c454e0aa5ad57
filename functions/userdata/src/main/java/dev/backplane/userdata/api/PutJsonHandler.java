package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Expiry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.ValueWrite;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Stores the body as a JSON value of a user. */
public final class PutJsonHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "PutJson",
                    Scopes.USERS,
                    "PUT /userdata/apps/{app}/users/{user}/json/{key}",
                    "PUT /userdata/users/{user}/content/{key}")
            .withSnapshot();

    private final DataStore data;

    public PutJsonHandler() {
        this(Platform.lambda());
    }

    public PutJsonHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = jsonNamespace(request, input);
        Supplier<DataKey> key = key(input);
        Supplier<Preconditions> preconditions = preconditions(input);
        Supplier<Optional<Expiry>> expiry = expiry(request, input);
        Supplier<Optional<Boolean>> dryRun = input.optionalQuery("dryRun", InputType.flag());
        input.verify();

        Payload payload = Payload.json(request.json());
        if (payload.isTooLarge()) {
            return Problems.valueTooLarge(payload.bytes().length);
        }
        return dryRun.get().orElse(false)
                ? ValueResponses.of(data.dryRun(namespace.get(), key.get(), payload, preconditions.get()))
                : ValueResponses.of(data.write(new ValueWrite(
                        namespace.get(),
                        key.get(),
                        new Edit.Replace(payload, expiry.get()),
                        preconditions.get(),
                        request.actor())));
    }
}
