package dev.backplane.userdata.capacity;

import static dev.backplane.userdata.capacity.Fixture.ofAnn;

import dev.backplane.platform.http.Operation;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import dev.backplane.userdata.api.DeleteBehaviorHandler;
import dev.backplane.userdata.api.GetBehaviorHandler;
import dev.backplane.userdata.api.IncrementCounterHandler;
import dev.backplane.userdata.api.ListBehaviorHandler;
import dev.backplane.userdata.api.PatchBehaviorHandler;
import dev.backplane.userdata.api.PutBehaviorHandler;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of the operations on calculated behaviour and its counters. */
final class BehaviorCases {

    private BehaviorCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(values(), counters()).flatMap(List::stream).toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static HttpCall call(Operation operation) {
        return ofAnn(operation).path("key", "doc");
    }

    private static List<CapacityCase<Fixture>> values() {
        return List.of(
                row("PutBehavior", "new", fixture -> put(fixture, "doc", 201)),
                row("PutBehavior", "overwrite", fixture -> put(stored(fixture), "doc", 200)),
                row("GetBehavior", "found", fixture -> get(stored(fixture), 200)),
                row("GetBehavior", "not found", fixture -> get(fixture, 404)),
                row(
                        "PatchBehavior",
                        "100 bytes",
                        fixture -> stored(fixture)
                                .send(
                                        PatchBehaviorHandler.class,
                                        call(PatchBehaviorHandler.OPERATION).body("{\"b\":1}"),
                                        200)),
                row(
                        "DeleteBehavior",
                        "deleted",
                        fixture -> stored(fixture)
                                .send(DeleteBehaviorHandler.class, call(DeleteBehaviorHandler.OPERATION), 204)),
                row("ListBehavior", "page of 25", fixture -> list(fixture, "limit=25")),
                row(
                        "ListBehavior",
                        "page of 25, with values of 100 bytes",
                        fixture -> list(fixture, "limit=25&values=true")));
    }

    private static Fixture stored(Fixture fixture) {
        put(fixture, "doc", 201);
        return fixture;
    }

    private static Measured put(Fixture fixture, String key, int status) {
        return fixture.send(
                PutBehaviorHandler.class,
                ofAnn(PutBehaviorHandler.OPERATION).path("key", key).body("{\"a\":" + Fixture.text(94) + "}"),
                status);
    }

    private static Measured get(Fixture fixture, int status) {
        return fixture.send(GetBehaviorHandler.class, call(GetBehaviorHandler.OPERATION), status);
    }

    private static Measured list(Fixture fixture, String query) {
        IntStream.range(0, 26).forEach(i -> put(fixture, "key" + i, 201));
        return fixture.send(
                ListBehaviorHandler.class, ofAnn(ListBehaviorHandler.OPERATION).query(query), 200);
    }

    private static List<CapacityCase<Fixture>> counters() {
        HttpCall plain = call(IncrementCounterHandler.OPERATION).body("{\"by\":1}");
        HttpCall keyed =
                call(IncrementCounterHandler.OPERATION).body("{\"by\":1}").header("idempotency-key", "k");
        return List.of(
                row(
                        "IncrementCounter",
                        "the first",
                        fixture -> fixture.send(IncrementCounterHandler.class, plain, 200)),
                row("IncrementCounter", "further", fixture -> {
                    fixture.send(IncrementCounterHandler.class, plain, 200);
                    return fixture.send(IncrementCounterHandler.class, plain, 200);
                }),
                row("IncrementCounter", "with a key", fixture -> {
                    fixture.send(IncrementCounterHandler.class, plain, 200);
                    return fixture.send(IncrementCounterHandler.class, keyed, 200);
                }),
                row("IncrementCounter", "again under its key", fixture -> {
                    fixture.send(IncrementCounterHandler.class, keyed, 200);
                    return fixture.send(IncrementCounterHandler.class, keyed, 200);
                }),
                row(
                        "IncrementCounter",
                        "refused: no number",
                        fixture -> stored(fixture).send(IncrementCounterHandler.class, plain, 409)));
    }
}
