package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Preconditions;
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
    HttpResponse answer(Call call) {
        Supplier<Namespace> namespace = call.behaviorNamespace();
        Supplier<DataKey> key = call.key();
        Supplier<Preconditions> preconditions = call.preconditions();
        call.input().verify();

        WriteOutcome outcome = data.write(namespace.get(), key.get(), new Edit.Remove(), preconditions.get());
        // Deletion is idempotent: deleting an absent value succeeds.
        return outcome instanceof WriteOutcome.KeyNotFound ? HttpResponse.noContent() : ValueAnswer.of(outcome);
    }
}
