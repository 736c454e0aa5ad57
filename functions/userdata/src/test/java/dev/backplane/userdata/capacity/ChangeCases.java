package dev.backplane.userdata.capacity;

import static dev.backplane.userdata.capacity.Fixture.call;
import static dev.backplane.userdata.capacity.Fixture.notes;
import static dev.backplane.userdata.capacity.Fixture.text;

import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import dev.backplane.userdata.api.BatchWriteHandler;
import dev.backplane.userdata.api.DeleteJsonHandler;
import dev.backplane.userdata.api.ListChangesHandler;
import dev.backplane.userdata.api.PutJsonHandler;
import dev.backplane.userdata.api.UpdateAppHandler;
import dev.backplane.userdata.events.ChangeStreamHandler;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of apps whose changes are recorded: their writes, the feed, and its events. */
final class ChangeCases {

    private static final String SMALL = text(100);
    private static final String FEED = "{\"changes\":true}";
    private static final String EVENTS = "{\"events\":true}";

    private ChangeCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(writes(), reads(), streams()).flatMap(List::stream).toList();
    }

    private static List<CapacityCase<Fixture>> writes() {
        return List.of(
                row("UpdateApp", "the feed switched on", fixture -> update(fixture.app(), FEED)),
                row(
                        "PutJson",
                        "new, 100 bytes, in a feed",
                        fixture -> put(with(fixture, FEED).stored("other", SMALL), 201)),
                row(
                        "PutJson",
                        "overwrite, 100 bytes, in a feed",
                        fixture -> put(with(fixture, FEED).stored("doc", SMALL), 200)),
                row(
                        "PutJson",
                        "overwrite, 100 bytes, with events",
                        fixture -> put(with(fixture, EVENTS).stored("doc", SMALL), 200)),
                row("DeleteJson", "100 bytes, in a feed", fixture -> {
                    with(fixture, FEED).stored("other", SMALL).stored("doc", SMALL);
                    return fixture.send(
                            DeleteJsonHandler.class,
                            notes(DeleteJsonHandler.OPERATION).path("key", "doc"),
                            204);
                }),
                row("BatchWrite", "20 overwritten values of 100 bytes, in a feed", fixture -> {
                    batch(with(fixture, FEED), "1");
                    return batch(fixture, "2");
                }));
    }

    private static List<CapacityCase<Fixture>> reads() {
        return List.of(
                row("ListChanges", "nothing new", fixture -> {
                    batch(with(fixture, FEED), "1");
                    return changes(fixture, "since=" + next(fixture));
                }),
                row("ListChanges", "20 changes", fixture -> {
                    batch(with(fixture, FEED), "1");
                    return changes(fixture, "");
                }),
                row("ListChanges", "20 changes, with values of 100 bytes", fixture -> {
                    batch(with(fixture, FEED), "1");
                    return changes(fixture, "values=true");
                }),
                row("ListChanges", "the first of a user with 20 values", fixture -> {
                    batch(fixture.app(), "1");
                    return changes(update(fixture).forgotten(), "");
                }),
                row(
                        "ListChanges",
                        "refused: no feed",
                        fixture -> fixture.app()
                                .send(ListChangesHandler.class, notes(ListChangesHandler.OPERATION), 409)));
    }

    private static List<CapacityCase<Fixture>> streams() {
        return List.of(
                row("ChangeStream", "1 record", fixture -> stream(fixture, 1)),
                row("ChangeStream", "25 records", fixture -> stream(fixture, 25)));
    }

    private static Fixture with(Fixture fixture, String options) {
        update(fixture.app(), options);
        return fixture;
    }

    private static Fixture update(Fixture fixture) {
        update(fixture, FEED);
        return fixture;
    }

    private static Measured update(Fixture fixture, String options) {
        return fixture.send(
                UpdateAppHandler.class,
                call(UpdateAppHandler.OPERATION).path("app", "notes").body(options),
                200);
    }

    private static Measured put(Fixture fixture, int status) {
        // The function that writes has the app in its cache.
        fixture.stored("warm", SMALL);
        return fixture.send(
                PutJsonHandler.class,
                notes(PutJsonHandler.OPERATION).path("key", "doc").body(SMALL),
                status);
    }

    private static Measured batch(Fixture fixture, String idempotencyKey) {
        String body = IntStream.range(0, 20)
                .mapToObj(i -> "{\"key\":\"key" + i + "\",\"value\":" + SMALL + "}")
                .collect(Collectors.joining(",", "{\"puts\":[", "]}"));
        return fixture.send(
                BatchWriteHandler.class,
                notes(BatchWriteHandler.OPERATION).body(body).header("idempotency-key", idempotencyKey),
                200);
    }

    private static String next(Fixture fixture) {
        String body = fixture.answer(ListChangesHandler.class, notes(ListChangesHandler.OPERATION))
                .body();
        int start = body.indexOf("\"next\":\"") + "\"next\":\"".length();
        return body.substring(start, body.indexOf('"', start));
    }

    private static Measured changes(Fixture fixture, String query) {
        return fixture.send(
                ListChangesHandler.class, notes(ListChangesHandler.OPERATION).query(query), 200);
    }

    private static Measured stream(Fixture fixture, int count) {
        return fixture.functions.deliver(
                ChangeStreamHandler.class,
                IntStream.range(0, count)
                        .mapToObj(ChangeCases::record)
                        .collect(Collectors.joining(",", "{\"Records\":[", "]}")));
    }

    private static String record(int i) {
        String keys = "\"appUser\":{\"S\":\"notes#ann\"},\"key\":{\"S\":\"json#k" + i + "\"}";
        return "{\"eventID\":\"event-" + i + "\",\"eventName\":\"INSERT\",\"dynamodb\":{\"SequenceNumber\":\"" + i
                + "\",\"Keys\":{" + keys + "},\"NewImage\":{" + keys
                + ",\"version\":{\"S\":\"019b8b741800019b8b7418001122334455667788\"},\"size\":{\"N\":\"100\"},"
                + "\"recordedAt\":{\"S\":\"2026-01-05T00:00:00.000Z\"},\"events\":{\"BOOL\":true},"
                + "\"actor\":{\"S\":\"client:app\"}}}}";
    }
}
