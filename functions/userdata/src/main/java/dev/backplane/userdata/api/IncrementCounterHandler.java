package dev.backplane.userdata.api;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.Json;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.CounterOutcome;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.CounterStore;
import dev.backplane.userdata.store.Stores;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Increments or decrements a counter. */
public final class IncrementCounterHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
                    "IncrementCounter", Scopes.USERS, "POST /userdata/users/{user}/cb/{key}/increments")
            .withSnapshot();

    private final CounterStore counters;

    public IncrementCounterHandler() {
        this(Platform.lambda());
    }

    public IncrementCounterHandler(Platform platform) {
        super(platform, OPERATION);
        this.counters = new Stores(platform).counters();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<UserId> user = user(request, input);
        Supplier<DataKey> key = key(input);
        Supplier<Optional<CounterNumber>> by = input.optionalBodyNotNull("by", Fields.NUMBER);
        Supplier<Optional<IdempotencyKey>> idempotencyKey = input.idempotencyKey();
        input.verify();

        CounterNumber step = by.get().orElse(CounterNumber.ONE);
        return switch (counters.increment(user.get(), key.get(), step, idempotencyKey.get())) {
            case CounterOutcome.Counted(CounterNumber value) -> HttpResponse.json(200, counted(key.get(), value));
            case CounterOutcome.InvalidDataType _ ->
                Problems.invalidDataType("Only a number can be incremented, and the value is not a number.");
            case CounterOutcome.BeingRemoved(var refusal) -> Problems.beingRemoved(refusal);
            case CounterOutcome.OutOfRange _ -> Problems.numberOutOfRange(409);
            case CounterOutcome.IdempotencyMismatch _ ->
                HttpResponse.problem(
                        422,
                        "IDEMPOTENCY_MISMATCH",
                        "An earlier request with the same Idempotency-Key had another increment.");
        };
    }

    private static String counted(DataKey key, CounterNumber value) {
        return Json.write(new CounterView(key.value()), Map.of("value", value.toString()));
    }
}
