package dev.backplane.pool.api;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.HttpAnswer;
import dev.backplane.testing.HttpCall;
import java.util.Map;
import java.util.function.Function;

/** The handlers over the table of one test. */
final class ApiFixture {

    static final String SELF = "backplane/pool.self";

    final StoreFixture stores;
    private final Platform platform;

    ApiFixture(DynamoLocal local) {
        this(local, Map.of());
    }

    ApiFixture(DynamoLocal local, Map<String, String> settings) {
        this.stores = new StoreFixture(local, settings);
        this.platform = stores.platform().platform();
    }

    HttpAnswer send(HttpCall call, Function<Platform, RequestStreamHandler> handler) {
        return call.send(handler.apply(platform));
    }

    HttpAnswer add(String body) {
        return send(HttpCall.of(AddAccountHandler.OPERATION).body(body), AddAccountHandler::new);
    }

    HttpAnswer accounts(String query) {
        return send(HttpCall.of(ListAccountsHandler.OPERATION).query(query), ListAccountsHandler::new);
    }

    HttpAnswer account(String id) {
        return send(withId(GetAccountHandler.OPERATION, id), GetAccountHandler::new);
    }

    HttpAnswer history(String id) {
        return send(withId(GetAccountHistoryHandler.OPERATION, id), GetAccountHistoryHandler::new);
    }

    HttpAnswer mark(String id, String body) {
        return send(withId(SetAccountStatusHandler.OPERATION, id).body(body), SetAccountStatusHandler::new);
    }

    HttpAnswer remove(String id) {
        return send(withId(RemoveAccountHandler.OPERATION, id), RemoveAccountHandler::new);
    }

    HttpAnswer startCleanup(String id) {
        return send(withId(StartCleanupHandler.OPERATION, id), StartCleanupHandler::new);
    }

    HttpAnswer finishCleanup(String id, String attempt, String body) {
        return send(
                withId(FinishCleanupHandler.OPERATION, id)
                        .path("attemptId", attempt)
                        .body(body),
                FinishCleanupHandler::new);
    }

    static HttpCall lease(String body) {
        return HttpCall.of(CreateLeaseHandler.OPERATION).body(body);
    }

    HttpAnswer create(HttpCall call) {
        return send(call, CreateLeaseHandler::new);
    }

    HttpAnswer create(String body) {
        return create(lease(body));
    }

    HttpAnswer leases(String query) {
        return send(HttpCall.of(ListLeasesHandler.OPERATION).query(query), ListLeasesHandler::new);
    }

    static HttpCall withId(Operation operation, String id) {
        return HttpCall.of(operation).path("id", id);
    }

    HttpAnswer get(HttpCall call) {
        return send(call, GetLeaseHandler::new);
    }

    HttpAnswer extend(HttpCall call) {
        return send(call, ExtendLeaseHandler::new);
    }

    HttpAnswer end(HttpCall call) {
        return send(call, EndLeaseHandler::new);
    }

    HttpAnswer addUser(String body) {
        return send(HttpCall.of(AddUserHandler.OPERATION).body(body), AddUserHandler::new);
    }

    HttpAnswer user(HttpCall call) {
        return send(call, GetUserHandler::new);
    }

    static HttpCall ofUser(String id) {
        return HttpCall.of(GetUserHandler.OPERATION).path("userId", id);
    }

    HttpAnswer pool() {
        return send(HttpCall.of(GetPoolHandler.OPERATION), GetPoolHandler::new);
    }

    HttpAnswer verifyFrom(String cursor) {
        return send(
                HttpCall.of(VerifyPoolHandler.OPERATION)
                        .query("cursor=" + cursor)
                        .body("{\"repair\":true}"),
                VerifyPoolHandler::new);
    }

    HttpAnswer verify(String body) {
        return send(HttpCall.of(VerifyPoolHandler.OPERATION).body(body), VerifyPoolHandler::new);
    }
}
