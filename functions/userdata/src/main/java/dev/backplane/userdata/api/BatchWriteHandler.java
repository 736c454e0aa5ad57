package dev.backplane.userdata.api;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Members;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.BatchChange;
import dev.backplane.userdata.BatchWrite;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Expiry;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.BatchStore;
import dev.backplane.userdata.store.Stores;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Replaces and removes several JSON values of a user in an app, all or none. */
public final class BatchWriteHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("BatchWrite", Scopes.USERS, "POST /userdata/apps/{app}/users/{user}/batch-write");

    private final BatchStore batches;

    public BatchWriteHandler() {
        this(Platform.lambda());
    }

    public BatchWriteHandler(Platform platform) {
        super(platform, OPERATION);
        this.batches = new Stores(platform).batches();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> app = app(input);
        Supplier<UserId> user = user(request, input);
        Supplier<IdempotencyKey> key = input.requiredIdempotencyKey();
        Supplier<List<BatchChange>> puts =
                input.optionalObjects("puts", BatchWrite.MAX_CHANGES, BatchWriteHandler::put);
        Supplier<List<BatchChange>> deletes =
                input.optionalObjects("deletes", BatchWrite.MAX_CHANGES, BatchWriteHandler::delete);
        Supplier<List<BatchChange>> changes =
                () -> Stream.concat(puts.get().stream(), deletes.get().stream()).toList();
        input.require(
                () -> isOneToTwenty(changes.get()),
                "puts",
                "must be 1 to " + BatchWrite.MAX_CHANGES + " entries, together with deletes");
        input.require(() -> areDistinct(changes.get()), "puts", "must not name a key twice, also not in deletes");
        input.verify();

        Optional<HttpResponse> tooLarge =
                changes.get().stream().flatMap(BatchWriteHandler::tooLarge).findFirst();
        return tooLarge.orElseGet(() -> BatchResponses.of(
                changes.get(),
                batches.write(new BatchWrite(
                        app.get(), user.get(), changes.get(), key.get(), input.bodyDigest(), request.actor()))));
    }

    private static Supplier<BatchChange> put(Members members) {
        Supplier<DataKey> key = members.required("key", Fields.KEY);
        Supplier<JsonValue> value = members.required("value", Fields.ANYTHING);
        Supplier<Optional<Expiry>> expiry = members.optional("ttlSeconds", Fields.ENTRY_LIFETIME);
        Supplier<Preconditions> preconditions = preconditions(members);
        return () -> new BatchChange(
                key.get(), new Edit.Replace(Payload.json(value.get()), expiry.get()), preconditions.get());
    }

    private static Supplier<BatchChange> delete(Members members) {
        Supplier<DataKey> key = members.required("key", Fields.KEY);
        Supplier<Preconditions> preconditions = preconditions(members);
        return () -> new BatchChange(key.get(), new Edit.Remove(), preconditions.get());
    }

    private static Supplier<Preconditions> preconditions(Members members) {
        var ifMatch = members.optional("ifMatch", Fields.ENTITY_TAGS);
        return () -> new Preconditions(ifMatch.get(), Optional.empty());
    }

    private static boolean isOneToTwenty(List<BatchChange> changes) {
        return !changes.isEmpty() && changes.size() <= BatchWrite.MAX_CHANGES;
    }

    private static boolean areDistinct(List<BatchChange> changes) {
        return changes.stream().map(BatchChange::key).distinct().count() == changes.size();
    }

    private static Stream<HttpResponse> tooLarge(BatchChange change) {
        return change.edit() instanceof Edit.Replace(Payload payload, var _) && payload.isTooLarge()
                ? Stream.of(Problems.valueTooLarge(change.key(), payload.bytes().length))
                : Stream.empty();
    }
}
