package dev.backplane.userdata.capacity;

import static dev.backplane.userdata.capacity.Fixture.call;
import static dev.backplane.userdata.capacity.Fixture.notes;
import static dev.backplane.userdata.capacity.Fixture.text;

import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import dev.backplane.userdata.api.BatchGetHandler;
import dev.backplane.userdata.api.BatchWriteHandler;
import dev.backplane.userdata.api.CallMethodHandler;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The rows of the operations on several values. */
final class BatchCases {

    private static final int VALUES = 20;
    private static final String SMALL = text(100);
    private static final String LARGE = text(10_000);

    private BatchCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row("BatchGet", "20 values of 100 bytes", fixture -> get(stored(fixture, SMALL), 200)),
                row("BatchGet", "20 values of 10,000 bytes", fixture -> get(stored(fixture, LARGE), 200)),
                row("BatchGet", "none found", fixture -> get(fixture.app(), 200)),
                row(
                        "BatchWrite",
                        "20 new values of 100 bytes, a user's first",
                        fixture -> put(fixture.app(), "1", 200)),
                row("BatchWrite", "20 overwritten values of 100 bytes", fixture -> {
                    put(fixture.app(), "1", 200);
                    return put(fixture, "2", 200);
                }),
                row("BatchWrite", "repeated", fixture -> {
                    put(fixture.app(), "1", 200);
                    return put(fixture, "1", 200);
                }),
                row("BatchWrite", "refused: over the quota", fixture -> {
                    fixture.app("notes", 1500).stored("doc", SMALL);
                    return put(fixture, "1", 409);
                }),
                row("BatchWrite", "deletes all 20 values of 100 bytes", fixture -> {
                    put(fixture.app(), "1", 200);
                    String body = array("deletes", i -> "{\"key\":\"key" + i + "\"}");
                    return write(fixture, "2", body, 200);
                }),
                row("CallMethod", "data.app.get, 100 bytes", fixture -> {
                    fixture.app().stored("doc", SMALL);
                    return method(fixture, "data.app.get", "");
                }),
                row("CallMethod", "data.app.set, overwrite, 100 bytes", fixture -> {
                    fixture.app().stored("doc", SMALL);
                    return method(fixture, "data.app.set", ",\"data\":" + SMALL);
                }));
    }

    private static Fixture stored(Fixture fixture, String json) {
        fixture.app();
        IntStream.range(0, VALUES).forEach(i -> fixture.stored("key" + i, json));
        return fixture;
    }

    private static String array(String name, Function<Integer, String> element) {
        return IntStream.range(0, VALUES)
                .boxed()
                .map(element)
                .collect(Collectors.joining(",", "{\"" + name + "\":[", "]}"));
    }

    private static Measured get(Fixture fixture, int status) {
        return fixture.send(
                BatchGetHandler.class,
                notes(BatchGetHandler.OPERATION).body(array("json", i -> "\"key" + i + '"')),
                status);
    }

    private static Measured method(Fixture fixture, String method, String data) {
        String params = "{\"app\":\"notes\",\"user\":\"ann\",\"key\":\"doc\"" + data + "}";
        return fixture.send(
                CallMethodHandler.class,
                call(CallMethodHandler.OPERATION).body("{\"method\":\"" + method + "\",\"params\":" + params + "}"),
                200);
    }

    private static Measured put(Fixture fixture, String idempotencyKey, int status) {
        String body = array("puts", i -> "{\"key\":\"key" + i + "\",\"value\":" + SMALL + "}");
        return write(fixture, idempotencyKey, body, status);
    }

    private static Measured write(Fixture fixture, String idempotencyKey, String body, int status) {
        return fixture.send(
                BatchWriteHandler.class,
                notes(BatchWriteHandler.OPERATION).body(body).header("idempotency-key", idempotencyKey),
                status);
    }
}
