package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Patch;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.ValueWrite;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import java.util.function.Supplier;

/** Merges into calculated behavior of a user, or creates it. */
public final class PatchBehaviorHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "PatchBehavior", Scopes.USERS, "PATCH /userdata/users/{user}/cb/{key}")
            .withSnapshot();

    private final DataStore data;

    public PatchBehaviorHandler() {
        this(Platform.lambda());
    }

    public PatchBehaviorHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = behaviorNamespace(request, input);
        Supplier<DataKey> key = key(input);
        Supplier<Preconditions> preconditions = preconditions(input);
        input.verify();

        return PatchBody.read(
                request,
                patch -> isOutOfRange(patch)
                        ? Problems.numberOutOfRange(400)
                        : ValueResponses.of(data.write(new ValueWrite(
                                namespace.get(),
                                key.get(),
                                new Edit.Merge(patch),
                                preconditions.get(),
                                request.actor()))));
    }

    /**
     * Returns whether the patch is a number that a counter cannot store. A merge patch that is a number replaces the
     * value, which then becomes a counter.
     */
    private static boolean isOutOfRange(Patch patch) {
        return patch instanceof Patch.Merge(JsonValue value)
                && value instanceof Num(String literal)
                && CounterNumber.parse(literal).isEmpty();
    }
}
