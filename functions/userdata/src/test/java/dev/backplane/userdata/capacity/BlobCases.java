package dev.backplane.userdata.capacity;

import static dev.backplane.userdata.capacity.Fixture.notes;

import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import dev.backplane.userdata.api.DeleteBlobHandler;
import dev.backplane.userdata.api.GetBlobHandler;
import dev.backplane.userdata.api.ListBlobsHandler;
import dev.backplane.userdata.api.PutBlobHandler;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The rows of the operations on blobs. */
final class BlobCases {

    private static final int SMALL = 100;
    private static final int LARGE = 10_000;

    private BlobCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row("PutBlob", "new, 100 bytes, a user's first", fixture -> put(fixture.app(), "doc", SMALL, 201)),
                row("PutBlob", "overwrite, 100 bytes", fixture -> put(doc(fixture, SMALL), "doc", SMALL, 200)),
                row("PutBlob", "overwrite, 10,000 bytes", fixture -> put(doc(fixture, LARGE), "doc", LARGE, 200)),
                row("GetBlob", "100 bytes", fixture -> get(doc(fixture, SMALL), 200)),
                row("GetBlob", "10,000 bytes", fixture -> get(doc(fixture, LARGE), 200)),
                row("GetBlob", "not found", fixture -> get(fixture.app().forgotten(), 404)),
                row(
                        "DeleteBlob",
                        "100 bytes, the user's only value",
                        fixture -> doc(fixture, SMALL)
                                .send(
                                        DeleteBlobHandler.class,
                                        notes(DeleteBlobHandler.OPERATION).path("key", "doc"),
                                        204)),
                row("ListBlobs", "page of 25", BlobCases::list));
    }

    private static Fixture doc(Fixture fixture, int length) {
        put(fixture.app(), "doc", length, 201);
        return fixture;
    }

    private static Measured put(Fixture fixture, String key, int length, int status) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        HttpCall call = notes(PutBlobHandler.OPERATION)
                .path("key", key)
                .base64Body(Base64.getEncoder().encodeToString(bytes));
        return fixture.send(PutBlobHandler.class, call, status);
    }

    private static Measured get(Fixture fixture, int status) {
        return fixture.send(
                GetBlobHandler.class, notes(GetBlobHandler.OPERATION).path("key", "doc"), status);
    }

    private static Measured list(Fixture fixture) {
        fixture.app();
        IntStream.range(0, 26).forEach(i -> put(fixture, "key" + i, SMALL, 201));
        return fixture.send(
                ListBlobsHandler.class, notes(ListBlobsHandler.OPERATION).query("limit=25"), 200);
    }
}
