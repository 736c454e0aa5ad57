package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.BatchRead.RealmKey;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.BatchStore;
import dev.backplane.userdata.store.Stores;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Returns several values of a user in an app. */
public final class BatchGetHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("BatchGet", Scopes.USERS, "POST /userdata/apps/{app}/users/{user}/batch-get");

    private final BatchStore batches;

    public BatchGetHandler() {
        this(Platform.lambda());
    }

    public BatchGetHandler(Platform platform) {
        super(platform, OPERATION);
        this.batches = new Stores(platform).batches();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> app = app(input);
        Supplier<UserId> user = user(request, input);
        Supplier<Optional<List<DataKey>>> json = input.optionalBody("json", Fields.KEYS);
        Supplier<Optional<List<DataKey>>> blob = input.optionalBody("blob", Fields.KEYS);
        input.require(
                () -> isOneTo(Fields.MAX_KEYS, count(json) + count(blob)),
                "json",
                "must be 1 to " + Fields.MAX_KEYS + " keys, together with blob");
        input.verify();

        List<RealmKey> keys =
                Stream.concat(keys(Realm.JSON, json), keys(Realm.BLOB, blob)).toList();
        return batches.read(app.get(), user.get(), keys)
                .<HttpResponse>map(BatchResponses::read)
                .orElseGet(Problems::appNotFound);
    }

    private static Stream<RealmKey> keys(Realm realm, Supplier<Optional<List<DataKey>>> keys) {
        return keys.get().stream().flatMap(List::stream).map(key -> new RealmKey(realm, key));
    }

    private static int count(Supplier<Optional<List<DataKey>>> keys) {
        return keys.get().map(List::size).orElse(0);
    }

    private static boolean isOneTo(int most, int count) {
        return count >= 1 && count <= most;
    }
}
