package dev.backplane.userdata.capacity;

import static dev.backplane.userdata.capacity.Fixture.notes;
import static dev.backplane.userdata.capacity.Fixture.text;

import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import dev.backplane.userdata.api.PutJsonHandler;
import dev.backplane.userdata.events.ValueExpirerHandler;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** The rows of values that expire. */
final class ExpiryCases {

    private static final String SMALL = text(100);
    private static final Duration MINUTE = Duration.ofSeconds(60);

    private ExpiryCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row("PutJson", "overwrite, 100 bytes, that expires", fixture -> {
                    fixture.app().stored("doc", SMALL);
                    return put(fixture, "doc", SMALL, 200);
                }),
                row("PutJson", "new, 100 bytes, in place of 1 expired value", fixture -> {
                    fixture.app("notes", 250).stored("other", SMALL);
                    put(fixture, "doc", SMALL, 201);
                    fixture.functions.clock().advance(MINUTE);
                    return put(fixture, "doc2", SMALL, 201);
                }),
                row("ValueExpirer", "nothing expired", fixture -> {
                    sweep(fixture);
                    fixture.functions.clock().advance(Duration.ofHours(2));
                    sweep(fixture);
                    return sweep(fixture);
                }),
                row("ValueExpirer", "1 value of 100 bytes, not a user's last", fixture -> {
                    sweep(fixture);
                    fixture.functions.clock().advance(Duration.ofHours(2));
                    sweep(fixture.app().stored("other", SMALL));
                    put(fixture, "doc", SMALL, 201);
                    fixture.functions.clock().advance(MINUTE);
                    return sweep(fixture);
                }));
    }

    private static Measured put(Fixture fixture, String key, String json, int status) {
        return fixture.send(
                PutJsonHandler.class,
                notes(PutJsonHandler.OPERATION)
                        .path("key", key)
                        .query("ttlSeconds=60")
                        .body(json),
                status);
    }

    private static Measured sweep(Fixture fixture) {
        return fixture.functions.start(ValueExpirerHandler.class);
    }
}
