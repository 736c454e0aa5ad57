package dev.backplane.pool.api;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
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

    GatewayResponse send(HttpCall call, Function<Platform, RequestStreamHandler> handler) {
        return call.send(handler.apply(platform));
    }

    GatewayResponse add(String body) {
        return send(HttpCall.of(AddAccountHandler.OPERATION).body(body), AddAccountHandler::new);
    }

    GatewayResponse accounts(String query) {
        return send(HttpCall.of(ListAccountsHandler.OPERATION).query(query), ListAccountsHandler::new);
    }

    GatewayResponse accountDetails(String query) {
        return send(HttpCall.of(ListAccountDetailsHandler.OPERATION).query(query), ListAccountDetailsHandler::new);
    }

    GatewayResponse account(String id) {
        return send(withId(GetAccountHandler.OPERATION, id), GetAccountHandler::new);
    }

    GatewayResponse history(String id) {
        return send(withId(GetAccountHistoryHandler.OPERATION, id), GetAccountHistoryHandler::new);
    }

    GatewayResponse mark(String id, String body) {
        return send(withId(SetAccountStatusHandler.OPERATION, id).body(body), SetAccountStatusHandler::new);
    }

    GatewayResponse remove(String id) {
        return send(withId(RemoveAccountHandler.OPERATION, id), RemoveAccountHandler::new);
    }

    GatewayResponse label(String id, String body) {
        return send(withId(SetAccountLabelsHandler.OPERATION, id).body(body), SetAccountLabelsHandler::new);
    }

    GatewayResponse hold(String id, String body) {
        return send(withId(HoldAccountHandler.OPERATION, id).body(body), HoldAccountHandler::new);
    }

    GatewayResponse release(String id, String query) {
        return send(withId(ReleaseAccountHandler.OPERATION, id).query(query), ReleaseAccountHandler::new);
    }

    GatewayResponse quarantine(String id, String body) {
        return send(withId(QuarantineAccountHandler.OPERATION, id).body(body), QuarantineAccountHandler::new);
    }

    GatewayResponse startCleanup(String id) {
        return send(withId(StartCleanupHandler.OPERATION, id), StartCleanupHandler::new);
    }

    GatewayResponse cleanups(String id, String query) {
        return send(withId(ListCleanupsHandler.OPERATION, id).query(query), ListCleanupsHandler::new);
    }

    GatewayResponse finishCleanup(String id, String attempt, String body) {
        return send(
                withId(FinishCleanupHandler.OPERATION, id)
                        .path("attemptId", attempt)
                        .body(body),
                FinishCleanupHandler::new);
    }

    static HttpCall lease(String body) {
        return HttpCall.of(CreateLeaseHandler.OPERATION).body(body);
    }

    GatewayResponse create(HttpCall call) {
        return send(call, CreateLeaseHandler::new);
    }

    GatewayResponse create(String body) {
        return create(lease(body));
    }

    GatewayResponse leases(String query) {
        return send(HttpCall.of(ListLeasesHandler.OPERATION).query(query), ListLeasesHandler::new);
    }

    static HttpCall withId(Operation operation, String id) {
        return HttpCall.of(operation).path("id", id);
    }

    GatewayResponse get(HttpCall call) {
        return send(call, GetLeaseHandler::new);
    }

    GatewayResponse extend(HttpCall call) {
        return send(call, ExtendLeaseHandler::new);
    }

    GatewayResponse end(HttpCall call) {
        return send(call, EndLeaseHandler::new);
    }

    GatewayResponse addUser(String body) {
        return send(HttpCall.of(AddUserHandler.OPERATION).body(body), AddUserHandler::new);
    }

    GatewayResponse user(HttpCall call) {
        return send(call, GetUserHandler::new);
    }

    static HttpCall ofUser(String id) {
        return HttpCall.of(GetUserHandler.OPERATION).path("userId", id);
    }

    GatewayResponse pool() {
        return send(HttpCall.of(GetPoolHandler.OPERATION), GetPoolHandler::new);
    }

    GatewayResponse verifyFrom(String cursor) {
        return send(
                HttpCall.of(VerifyPoolHandler.OPERATION)
                        .query("cursor=" + cursor)
                        .body("{\"repair\":true}"),
                VerifyPoolHandler::new);
    }

    GatewayResponse verify(String body) {
        return send(HttpCall.of(VerifyPoolHandler.OPERATION).body(body), VerifyPoolHandler::new);
    }
}
