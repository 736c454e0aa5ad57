package dev.backplane.userdata.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A method of UDS, the service that this API is derived from, and the route that it stands for. */
record RpcMethod(String name, Kind kind, String route) {

    /** How the parameters of a method become a request; those that nothing else takes become the query. */
    enum Kind {
        READ,
        /** Reads a list of which the method, unlike its route, is for administrators only. */
        READ_AS_ADMIN,
        /** Reads a list with values. */
        READ_VALUES,
        WRITE_JSON,
        WRITE_BLOB,
        REMOVE,
        INCREMENT,
        DECREMENT
    }

    private static final Map<String, String> OF_REMOVALS =
            Map.of("ifMatch", "if-match", "ifNoneMatch", "if-none-match");
    private static final Map<String, String> OF_JSON =
            Map.of("ifMatch", "if-match", "ifNoneMatch", "if-none-match", "expiresAt", "expires-at");
    private static final Map<String, String> OF_BLOBS = Map.of(
            "ifMatch", "if-match",
            "ifNoneMatch", "if-none-match",
            "expiresAt", "expires-at",
            "contentType", "content-type");
    private static final Map<String, String> OF_INCREMENTS = Map.of("idempotencyKey", "idempotency-key");

    private static final String JSON = "/userdata/apps/{app}/users/{user}/json";
    private static final String BLOB = "/userdata/apps/{app}/users/{user}/blob";
    private static final String CONTENT = "/userdata/users/{user}/content";
    private static final String BEHAVIOR = "/userdata/users/{user}/cb";

    /** All methods. */
    static final List<RpcMethod> ALL = List.of(
            new RpcMethod("data.app.get", Kind.READ, "GET " + JSON + "/{key}"),
            new RpcMethod("data.app.set", Kind.WRITE_JSON, "PUT " + JSON + "/{key}"),
            new RpcMethod("data.app.merge", Kind.WRITE_JSON, "PATCH " + JSON + "/{key}"),
            new RpcMethod("data.app.delete", Kind.REMOVE, "DELETE " + JSON + "/{key}"),
            new RpcMethod("data.app.list", Kind.READ, "GET " + JSON),
            new RpcMethod("data.app.query", Kind.READ_VALUES, "GET " + JSON),
            new RpcMethod("data.app.json.get", Kind.READ, "GET " + JSON + "/{key}"),
            new RpcMethod("data.app.json.set", Kind.WRITE_JSON, "PUT " + JSON + "/{key}"),
            new RpcMethod("data.app.json.merge", Kind.WRITE_JSON, "PATCH " + JSON + "/{key}"),
            new RpcMethod("data.app.json.delete", Kind.REMOVE, "DELETE " + JSON + "/{key}"),
            new RpcMethod("data.app.json.list", Kind.READ, "GET " + JSON),
            new RpcMethod("data.app.blob.get", Kind.READ, "GET " + BLOB + "/{key}"),
            new RpcMethod("data.app.blob.set", Kind.WRITE_BLOB, "PUT " + BLOB + "/{key}"),
            new RpcMethod("data.app.blob.delete", Kind.REMOVE, "DELETE " + BLOB + "/{key}"),
            new RpcMethod("data.app.blob.list", Kind.READ, "GET " + BLOB),
            new RpcMethod("data.user.get", Kind.READ, "GET " + CONTENT + "/{key}"),
            new RpcMethod("data.user.set", Kind.WRITE_JSON, "PUT " + CONTENT + "/{key}"),
            new RpcMethod("data.user.merge", Kind.WRITE_JSON, "PATCH " + CONTENT + "/{key}"),
            new RpcMethod("data.user.delete", Kind.REMOVE, "DELETE " + CONTENT + "/{key}"),
            new RpcMethod("data.user.list", Kind.READ, "GET " + CONTENT),
            new RpcMethod("data.user.query", Kind.READ_VALUES, "GET " + CONTENT),
            new RpcMethod("data.cb.get", Kind.READ, "GET " + BEHAVIOR + "/{key}"),
            new RpcMethod("data.cb.set", Kind.WRITE_JSON, "PUT " + BEHAVIOR + "/{key}"),
            new RpcMethod("data.cb.merge", Kind.WRITE_JSON, "PATCH " + BEHAVIOR + "/{key}"),
            new RpcMethod("data.cb.unset", Kind.REMOVE, "DELETE " + BEHAVIOR + "/{key}"),
            new RpcMethod("data.cb.query", Kind.READ_VALUES, "GET " + BEHAVIOR),
            new RpcMethod("data.cb.increment", Kind.INCREMENT, "POST " + BEHAVIOR + "/{key}/increments"),
            new RpcMethod("data.cb.decrement", Kind.DECREMENT, "POST " + BEHAVIOR + "/{key}/increments"),
            new RpcMethod("data.admin.users", Kind.READ_AS_ADMIN, "GET /userdata/apps/{app}/users"),
            new RpcMethod("data.admin.apps", Kind.READ_AS_ADMIN, "GET /userdata/users/{user}/apps"));

    private static final Map<String, RpcMethod> BY_NAME =
            ALL.stream().collect(Collectors.toMap(RpcMethod::name, Function.identity()));

    /** Returns the method with a name. */
    static Optional<RpcMethod> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** Returns whether the path of the route has a variable. */
    boolean hasVariable(String variable) {
        return route.contains('{' + variable + '}');
    }

    /** Returns whether the parameter {@code data} is the body. */
    boolean takesData() {
        return kind == Kind.WRITE_JSON || kind == Kind.WRITE_BLOB;
    }

    /** Returns whether a call needs a parameter. The user is the caller if no other is given. */
    boolean needs(String parameter) {
        return parameter.equals("data") ? takesData() : hasVariable(parameter) && !parameter.equals("user");
    }

    /** Returns the header that a parameter becomes, if it does. */
    Optional<String> header(String parameter) {
        Map<String, String> headers = switch (kind) {
            case READ, READ_AS_ADMIN, READ_VALUES -> Map.of();
            case WRITE_JSON -> OF_JSON;
            case WRITE_BLOB -> OF_BLOBS;
            case REMOVE -> OF_REMOVALS;
            case INCREMENT, DECREMENT -> OF_INCREMENTS;
        };
        return Optional.ofNullable(headers.get(parameter));
    }

    /** Returns the values of the query that the method implies; parameters replace them. */
    Map<String, String> query() {
        return kind == Kind.READ_VALUES ? Map.of("values", "true") : Map.of();
    }
}
