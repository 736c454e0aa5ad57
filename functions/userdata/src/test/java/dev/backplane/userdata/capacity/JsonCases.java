package dev.backplane.userdata.capacity;

import static dev.backplane.userdata.capacity.Fixture.notes;
import static dev.backplane.userdata.capacity.Fixture.ofAnn;
import static dev.backplane.userdata.capacity.Fixture.text;

import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import dev.backplane.userdata.api.DeleteJsonHandler;
import dev.backplane.userdata.api.GetJsonHandler;
import dev.backplane.userdata.api.ListJsonHandler;
import dev.backplane.userdata.api.PatchJsonHandler;
import dev.backplane.userdata.api.PutJsonHandler;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of the operations on JSON values. */
final class JsonCases {

    private static final String SMALL = text(100);
    private static final String LARGE = text(10_000);

    private JsonCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(puts(), contents(), gets(), patches(), deletes(), lists())
                .flatMap(List::stream)
                .toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static List<CapacityCase<Fixture>> puts() {
        return List.of(
                row("PutJson", "new, 100 bytes", fixture -> put(fixture.app().stored("warm", SMALL), SMALL, 201)),
                row(
                        "PutJson",
                        "new, 100 bytes, with `If-None-Match: *`",
                        fixture -> fixture.app()
                                .stored("warm", SMALL)
                                .send(PutJsonHandler.class, putCall(SMALL).header("if-none-match", "*"), 201)),
                row("PutJson", "new, 100 bytes, a user's first", fixture -> put(fixture.app(), SMALL, 201)),
                row("PutJson", "overwrite, 100 bytes", fixture -> put(doc(fixture, SMALL), SMALL, 200)),
                row(
                        "PutJson",
                        "overwrite, 100 bytes, app not remembered",
                        fixture -> put(doc(fixture, SMALL).forgotten(), SMALL, 200)),
                row("PutJson", "overwrite, 2 KiB", fixture -> put(doc(fixture, text(2048)), text(2048), 200)),
                row("PutJson", "overwrite, 2 KiB, with `If-Match`", JsonCases::putIfMatch),
                row("PutJson", "overwrite, 10,000 bytes", fixture -> put(doc(fixture, LARGE), LARGE, 200)),
                row(
                        "PutJson",
                        "dry run",
                        fixture -> fixture.app()
                                .send(PutJsonHandler.class, putCall(SMALL).query("dryRun=true"), 200)),
                row(
                        "PutJson",
                        "refused: it exists",
                        fixture -> doc(fixture, SMALL)
                                .send(PutJsonHandler.class, putCall(SMALL).header("if-none-match", "*"), 412)),
                row("PutJson", "refused: over the quota", fixture -> {
                    fixture.app("notes", 1000).stored("doc", SMALL);
                    return put(fixture, text(2000), 409);
                }),
                row("PutJson", "refused: no such app", fixture -> put(fixture, SMALL, 404)));
    }

    private static Fixture doc(Fixture fixture, String json) {
        return fixture.app().stored("doc", json);
    }

    private static HttpCall putCall(String json) {
        return notes(PutJsonHandler.OPERATION).path("key", "doc").body(json);
    }

    private static Measured put(Fixture fixture, String json, int status) {
        return fixture.send(PutJsonHandler.class, putCall(json), status);
    }

    private static Measured putIfMatch(Fixture fixture) {
        doc(fixture, text(2048));
        String tag = fixture.answer(PutJsonHandler.class, putCall(text(2048)))
                .header("etag")
                .orElseThrow();
        return fixture.send(PutJsonHandler.class, putCall(text(2048)).header("if-match", tag), 200);
    }

    private static List<CapacityCase<Fixture>> contents() {
        HttpCall call = ofAnn(PutJsonHandler.OPERATION).path("key", "doc").body(SMALL);
        return List.of(
                row("PutJson", "content, new", fixture -> fixture.send(PutJsonHandler.class, call, 201)),
                row("PutJson", "content, overwrite", fixture -> {
                    fixture.send(PutJsonHandler.class, call, 201);
                    return fixture.send(PutJsonHandler.class, call, 200);
                }));
    }

    private static List<CapacityCase<Fixture>> gets() {
        return List.of(
                row("GetJson", "100 bytes", fixture -> get(doc(fixture, SMALL), 200)),
                row("GetJson", "10,000 bytes", fixture -> get(doc(fixture, LARGE), 200)),
                row("GetJson", "not found", fixture -> get(fixture.app().forgotten(), 404)),
                row("GetJson", "content, 100 bytes", fixture -> {
                    fixture.send(
                            PutJsonHandler.class,
                            ofAnn(PutJsonHandler.OPERATION).path("key", "doc").body(SMALL),
                            201);
                    return fixture.send(
                            GetJsonHandler.class,
                            ofAnn(GetJsonHandler.OPERATION).path("key", "doc"),
                            200);
                }));
    }

    private static Measured get(Fixture fixture, int status) {
        return fixture.send(
                GetJsonHandler.class, notes(GetJsonHandler.OPERATION).path("key", "doc"), status);
    }

    private static List<CapacityCase<Fixture>> patches() {
        return List.of(
                row(
                        "PatchJson",
                        "100 bytes, app not remembered",
                        fixture -> patch(doc(fixture, "{\"a\":" + SMALL + "}"), 200)),
                row(
                        "PatchJson",
                        "10,000 bytes, app not remembered",
                        fixture -> patch(doc(fixture, "{\"a\":" + LARGE + "}"), 200)),
                row("PatchJson", "new, a user's first", fixture -> patch(fixture.app(), 201)));
    }

    private static Measured patch(Fixture fixture, int status) {
        return fixture.send(
                PatchJsonHandler.class,
                notes(PatchJsonHandler.OPERATION).path("key", "doc").body("{\"b\":1}"),
                status);
    }

    private static List<CapacityCase<Fixture>> deletes() {
        return List.of(
                row(
                        "DeleteJson",
                        "100 bytes, app not remembered",
                        fixture -> delete(doc(fixture, SMALL).stored("other", SMALL), 204)),
                row("DeleteJson", "100 bytes", fixture -> {
                    doc(fixture, SMALL).stored("other", SMALL);
                    delete(fixture, 204);
                    return delete(fixture.stored("doc", SMALL), 204);
                }),
                row("DeleteJson", "100 bytes, the user's only value", fixture -> delete(doc(fixture, SMALL), 204)),
                row("DeleteJson", "10,000 bytes, the user's only value", fixture -> delete(doc(fixture, LARGE), 204)),
                row("DeleteJson", "not found", fixture -> delete(fixture.app().forgotten(), 404)));
    }

    private static Measured delete(Fixture fixture, int status) {
        return fixture.send(
                DeleteJsonHandler.class, notes(DeleteJsonHandler.OPERATION).path("key", "doc"), status);
    }

    private static List<CapacityCase<Fixture>> lists() {
        return List.of(
                row("ListJson", "page of 25", fixture -> list(fixture, 26, "limit=25")),
                row(
                        "ListJson",
                        "page of 25, with values of 100 bytes",
                        fixture -> list(fixture, 26, "limit=25&values=true")),
                row("ListJson", "none", fixture -> list(fixture.forgotten(), 0, "limit=25")));
    }

    private static Measured list(Fixture fixture, int count, String query) {
        fixture.app();
        IntStream.range(0, count).forEach(i -> fixture.stored("key" + i, SMALL));
        return fixture.send(
                ListJsonHandler.class, notes(ListJsonHandler.OPERATION).query(query), 200);
    }
}
