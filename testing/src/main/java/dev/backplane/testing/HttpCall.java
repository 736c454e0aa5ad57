package dev.backplane.testing;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Route;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to an HTTP operation, sent directly to its handler in API Gateway's payload format 2.0.
 *
 * <p>By default, its token allows the operation.
 */
public final class HttpCall {

    /** The default request id. */
    public static final String REQUEST_ID = "gateway-request-1";

    private final Map<String, JsonValue> headers = new LinkedHashMap<>();
    private final Map<String, JsonValue> path = new LinkedHashMap<>();
    private final Map<String, JsonValue> claims = new LinkedHashMap<>();
    private String route;
    private String method;
    private String query = "";
    private String requestId = REQUEST_ID;
    private @Nullable String body;
    private boolean base64;

    private HttpCall(Operation operation, Route first) {
        this.route = first.key();
        this.method = first.method();
        scopes(operation.scopes().getFirst().full());
    }

    /** Creates a request to the first route of an operation. */
    public static HttpCall of(Operation operation) {
        return new HttpCall(operation, operation.routes().getFirst());
    }

    /** Sets a decoded path variable. */
    public HttpCall path(String name, String value) {
        path.put(name, new Text(value));
        return this;
    }

    /** Sets the raw query string. */
    public HttpCall query(String raw) {
        query = raw;
        return this;
    }

    public HttpCall header(String name, String value) {
        headers.put(name, new Text(value));
        return this;
    }

    public HttpCall method(String name) {
        method = name;
        return this;
    }

    public HttpCall requestId(String id) {
        requestId = id;
        return this;
    }

    public HttpCall body(String text) {
        body = text;
        return this;
    }

    /** Sets a base64-encoded body. */
    public HttpCall base64Body(String encoded) {
        body = encoded;
        base64 = true;
        return this;
    }

    /** Replaces the scopes of the token. */
    public HttpCall scopes(String... scopes) {
        return claim("scope", String.join(" ", scopes));
    }

    public HttpCall sub(String subject) {
        return claim("sub", subject);
    }

    public HttpCall claim(String name, String value) {
        claims.put(name, new Text(value));
        return this;
    }

    public HttpCall withoutClaim(String name) {
        claims.remove(name);
        return this;
    }

    /** Returns the API Gateway event. */
    public String event() {
        Map<String, JsonValue> event = new LinkedHashMap<>();
        event.put("version", new Text("2.0"));
        event.put("routeKey", new Text(route));
        event.put("rawQueryString", new Text(query));
        event.put("headers", new Obj(headers));
        if (!path.isEmpty()) {
            event.put("pathParameters", new Obj(path));
        }
        event.put("requestContext", context());
        if (body != null) {
            event.put("body", new Text(body));
        }
        event.put("isBase64Encoded", new Bool(base64));
        return new Obj(event).compact();
    }

    private JsonValue context() {
        return object(
                "authorizer", object("jwt", object("claims", new Obj(claims))),
                "http", object("method", new Text(method)),
                "requestId", new Text(requestId));
    }

    private static Obj object(Object... namesAndValues) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], (JsonValue) namesAndValues[i + 1]);
        }
        return new Obj(members);
    }

    /** Sends the request; the function has plenty of time, so that a slow machine passes. */
    public GatewayResponse send(RequestStreamHandler handler) {
        return send(handler, Invoke.contextWith(60_000));
    }

    /** Sends the request with a context. */
    public GatewayResponse send(RequestStreamHandler handler, Context context) {
        return GatewayResponse.parse(Invoke.with(handler, event(), context));
    }
}
