package dev.backplane.userdata.capacity;

import static dev.backplane.userdata.capacity.Fixture.notes;

import dev.backplane.platform.http.Operation;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.api.CompleteUploadHandler;
import dev.backplane.userdata.api.CreateUploadHandler;
import dev.backplane.userdata.api.DeleteBlobHandler;
import dev.backplane.userdata.api.DeleteUploadHandler;
import dev.backplane.userdata.api.GetBlobHandler;
import dev.backplane.userdata.events.ValueExpirerHandler;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** The rows of uploads and of the blobs that they create. */
final class UploadCases {

    private static final int BYTES = 1_000_000;
    private static final String SHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    private static final HttpCall CREATE = notes(CreateUploadHandler.OPERATION)
            .path("key", "film")
            .body("{\"size\":" + BYTES + ",\"contentType\":\"video/mp4\",\"sha256\":\"" + SHA256 + "\"}");

    private UploadCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row(
                        "CreateUpload",
                        "a user's first",
                        fixture -> fixture.app().send(CreateUploadHandler.class, CREATE, 201)),
                row(
                        "CreateUpload",
                        "the user has a value",
                        fixture -> fixture.app().stored("doc", "1").send(CreateUploadHandler.class, CREATE, 201)),
                row(
                        "CreateUpload",
                        "refused: over the quota",
                        fixture -> fixture.app("notes", BYTES).send(CreateUploadHandler.class, CREATE, 409)),
                row("CompleteUpload", "new", fixture -> complete(fixture.app(), sent(fixture), 200)),
                row("CompleteUpload", "in place of a large blob", fixture -> {
                    large(fixture, 4 * BYTES);
                    return complete(fixture, sent(fixture), 200);
                }),
                row("CompleteUpload", "repeated", fixture -> {
                    UploadId id = sent(fixture.app());
                    complete(fixture, id, 200);
                    return complete(fixture, id, 200);
                }),
                row(
                        "CompleteUpload",
                        "refused: nothing was sent",
                        fixture -> complete(fixture.app(), created(fixture), 409)),
                row("DeleteUpload", "a user's only one", fixture -> {
                    UploadId id = created(fixture.app());
                    return fixture.send(DeleteUploadHandler.class, call(DeleteUploadHandler.OPERATION, id), 204);
                }),
                row(
                        "GetBlob",
                        "large",
                        fixture -> large(fixture)
                                .send(
                                        GetBlobHandler.class,
                                        notes(GetBlobHandler.OPERATION).path("key", "film"),
                                        302)),
                row(
                        "DeleteBlob",
                        "large, the user's only value",
                        fixture -> large(fixture)
                                .send(
                                        DeleteBlobHandler.class,
                                        notes(DeleteBlobHandler.OPERATION).path("key", "film"),
                                        204)),
                row("ValueExpirer", "1 upload, a user's only one", fixture -> {
                    settle(fixture);
                    created(fixture.app());
                    fixture.functions.clock().advance(Duration.ofHours(1));
                    return sweep(fixture);
                }),
                row("ValueExpirer", "1 discarded object, for the first time", fixture -> {
                    settle(fixture);
                    discarded(fixture);
                    return sweep(fixture);
                }),
                row("ValueExpirer", "1 discarded object, for the last time", fixture -> {
                    settle(fixture);
                    discarded(fixture);
                    sweep(fixture);
                    fixture.functions.clock().advance(Duration.ofHours(25));
                    return sweep(fixture);
                }));
    }

    private static UploadId created(Fixture fixture) {
        GatewayResponse response = fixture.answer(CreateUploadHandler.class, CREATE);
        return new UploadId(response.text("uploadId"));
    }

    private static UploadId sent(Fixture fixture) {
        UploadId id = created(fixture);
        fixture.objects.send(id, BYTES, SHA256);
        return id;
    }

    private static HttpCall call(Operation operation, UploadId id) {
        return notes(operation).path("key", "film").path("uploadId", id.value());
    }

    private static Measured complete(Fixture fixture, UploadId id, int status) {
        return fixture.send(CompleteUploadHandler.class, call(CompleteUploadHandler.OPERATION, id), status);
    }

    private static Fixture large(Fixture fixture) {
        return large(fixture, 2 * BYTES);
    }

    private static Fixture large(Fixture fixture, int quotaBytes) {
        complete(fixture.app("notes", quotaBytes), sent(fixture), 200);
        return fixture;
    }

    private static void discarded(Fixture fixture) {
        large(fixture)
                .send(
                        DeleteBlobHandler.class,
                        notes(DeleteBlobHandler.OPERATION).path("key", "film"),
                        204);
    }

    /** Lets the sweep forget yesterday. */
    private static void settle(Fixture fixture) {
        sweep(fixture);
        fixture.functions.clock().advance(Duration.ofHours(2));
        sweep(fixture);
    }

    private static Measured sweep(Fixture fixture) {
        return fixture.functions.start(ValueExpirerHandler.class);
    }
}
