package dev.backplane.userdata.api;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.Operation;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.userdata.store.StoreFixture;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** The handlers over the tables of one test, one instance of each, as one process has them. */
final class ApiFixture {

    static final String SERVICE = "backplane/userdata.service";
    static final String ADMIN = "backplane/userdata.admin";
    static final String SELF = "backplane/userdata.self";

    private static final Map<Operation, Function<Platform, RequestStreamHandler>> HANDLERS = handlers();

    final StoreFixture stores;
    private final Platform platform;
    private final Map<Operation, RequestStreamHandler> instances = new HashMap<>();

    ApiFixture(DynamoLocal local) {
        this.stores = new StoreFixture(local);
        this.platform = stores.test.platform();
    }

    private static Map<Operation, Function<Platform, RequestStreamHandler>> handlers() {
        Map<Operation, Function<Platform, RequestStreamHandler>> handlers = new HashMap<>();
        handlers.put(CreateAppHandler.OPERATION, CreateAppHandler::new);
        handlers.put(ListAppsHandler.OPERATION, ListAppsHandler::new);
        handlers.put(GetAppHandler.OPERATION, GetAppHandler::new);
        handlers.put(UpdateAppHandler.OPERATION, UpdateAppHandler::new);
        handlers.put(SetQuotaHandler.OPERATION, SetQuotaHandler::new);
        handlers.put(RemoveQuotaHandler.OPERATION, RemoveQuotaHandler::new);
        handlers.put(DeleteAppHandler.OPERATION, DeleteAppHandler::new);
        handlers.put(ListAppUsersHandler.OPERATION, ListAppUsersHandler::new);
        handlers.put(ListUserAppsHandler.OPERATION, ListUserAppsHandler::new);
        handlers.put(GetQuotaHandler.OPERATION, GetQuotaHandler::new);
        handlers.put(RecountHandler.OPERATION, RecountHandler::new);
        handlers.put(ListJsonHandler.OPERATION, ListJsonHandler::new);
        handlers.put(GetJsonHandler.OPERATION, GetJsonHandler::new);
        handlers.put(PutJsonHandler.OPERATION, PutJsonHandler::new);
        handlers.put(PatchJsonHandler.OPERATION, PatchJsonHandler::new);
        handlers.put(DeleteJsonHandler.OPERATION, DeleteJsonHandler::new);
        handlers.put(ListBlobsHandler.OPERATION, ListBlobsHandler::new);
        handlers.put(GetBlobHandler.OPERATION, GetBlobHandler::new);
        handlers.put(PutBlobHandler.OPERATION, PutBlobHandler::new);
        handlers.put(DeleteBlobHandler.OPERATION, DeleteBlobHandler::new);
        handlers.put(CreateUploadHandler.OPERATION, CreateUploadHandler::new);
        handlers.put(CompleteUploadHandler.OPERATION, CompleteUploadHandler::new);
        handlers.put(DeleteUploadHandler.OPERATION, DeleteUploadHandler::new);
        handlers.put(ListBehaviorHandler.OPERATION, ListBehaviorHandler::new);
        handlers.put(GetBehaviorHandler.OPERATION, GetBehaviorHandler::new);
        handlers.put(PutBehaviorHandler.OPERATION, PutBehaviorHandler::new);
        handlers.put(PatchBehaviorHandler.OPERATION, PatchBehaviorHandler::new);
        handlers.put(DeleteBehaviorHandler.OPERATION, DeleteBehaviorHandler::new);
        handlers.put(IncrementCounterHandler.OPERATION, IncrementCounterHandler::new);
        handlers.put(BatchGetHandler.OPERATION, BatchGetHandler::new);
        handlers.put(BatchWriteHandler.OPERATION, BatchWriteHandler::new);
        handlers.put(ListChangesHandler.OPERATION, ListChangesHandler::new);
        handlers.put(CallMethodHandler.OPERATION, CallMethodHandler::new);
        return handlers;
    }

    static Set<Operation> operations() {
        return HANDLERS.keySet();
    }

    GatewayResponse send(Operation operation, HttpCall call) {
        return call.send(instances.computeIfAbsent(
                operation, each -> Objects.requireNonNull(HANDLERS.get(each)).apply(platform)));
    }

    /** Begins a call that any user's data may be reached by, as far as the operation lets it. */
    static HttpCall call(Operation operation) {
        return HttpCall.of(operation).scopes(SERVICE, ADMIN).sub("admin-1");
    }

    static HttpCall notes(Operation operation, String user) {
        return call(operation).path("app", "notes").path("user", user);
    }

    static HttpCall forUser(Operation operation, String user) {
        return call(operation).path("user", user);
    }

    GatewayResponse createApp(String body) {
        return send(CreateAppHandler.OPERATION, call(CreateAppHandler.OPERATION).body(body));
    }

    GatewayResponse put(String key, String json) {
        return send(
                PutJsonHandler.OPERATION,
                notes(PutJsonHandler.OPERATION, "ann").path("key", key).body(json));
    }

    GatewayResponse get(String key) {
        return send(
                GetJsonHandler.OPERATION, notes(GetJsonHandler.OPERATION, "ann").path("key", key));
    }
}
