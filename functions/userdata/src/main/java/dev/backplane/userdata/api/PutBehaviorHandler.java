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
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.ValueWrite;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import java.util.function.Supplier;

/** Stores the body as calculated behavior of a user. */
public final class PutBehaviorHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "PutBehavior", Scopes.USERS, "PUT /userdata/users/{user}/cb/{key}")
            .withSnapshot();

    private final DataStore data;

    public PutBehaviorHandler() {
        this(Platform.lambda());
    }

    public PutBehaviorHandler(Platform platform) {
        super(platform, OPERATION);
        this.data = new Stores(platform).data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<Namespace> namespace = behaviorNamespace(request, input);
        Supplier<DataKey> key = key(input);
        Supplier<Preconditions> preconditions = preconditions(input);
        input.verify();

        JsonValue value = request.json();
        if (value instanceof Num(String literal) && CounterNumber.parse(literal).isEmpty()) {
            return Problems.numberOutOfRange(400);
        }
        Payload payload = Payload.json(value);
        return payload.isTooLarge()
                ? Problems.valueTooLarge(payload.bytes().length)
                : ValueResponses.of(data.write(new ValueWrite(
                        namespace.get(), key.get(), new Edit.Replace(payload), preconditions.get(), request.actor())));
    }
}
