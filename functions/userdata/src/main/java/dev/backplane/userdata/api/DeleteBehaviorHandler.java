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
import dev.backplane.userdata.WriteOutcome;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import java.util.function.Supplier;

/** Removes calculated behavior of a user. */
public final class DeleteBehaviorHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "DeleteBehavior", Scopes.USERS, "DELETE /userdata/users/{user}/cb/{key}")
            .withSnapshot();

    private final DataStore data;

    public DeleteBehaviorHandler() {
        this(Platform.lambda());
    }

    public DeleteBehaviorHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = behaviorNamespace(request, input);
        Supplier<DataKey> key = key(input);
        Supplier<Preconditions> preconditions = preconditions(input);
        input.verify();

        WriteOutcome outcome = data.write(
                new ValueWrite(namespace.get(), key.get(), new Edit.Remove(), preconditions.get(), request.actor()));
        // Deletion is idempotent: deleting an absent value succeeds.
        return outcome instanceof WriteOutcome.KeyNotFound ? HttpResponse.noContent() : ValueResponses.of(outcome);
    }
}
