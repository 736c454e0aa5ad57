package dev.backplane.platform.http;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Texts;
import dev.backplane.platform.json.Json;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request from API Gateway: the token is verified and path values are decoded. */
public final class HttpRequest {

    /** The largest body in bytes. The largest DynamoDB item is smaller. */
    static final int MAX_BODY_BYTES = 1024 * 1024;

    private final Operation operation;
    private final HttpEvent event;
    private final Map<String, String> headers;
    private final Caller caller;
    private @Nullable Set<String> scopes;

    HttpRequest(Operation operation, HttpEvent event, String subjectClaim) {
        this.operation = operation;
        this.event = event;
        this.caller = Caller.of(claims(), subjectClaim);
        this.headers = inLowerCase(Objects.requireNonNullElse(event.headers(), Map.of()));
    }

    private HttpRequest(Operation operation, HttpEvent event, Caller caller) {
        this.operation = operation;
        this.event = event;
        this.caller = caller;
        this.headers = inLowerCase(Objects.requireNonNullElse(event.headers(), Map.of()));
    }

    /** Returns a request for a route of another operation, with the token of this one. */
    HttpRequest to(Operation other, RouteCall call) {
        return new HttpRequest(other, call.event(event.requestContext()), caller);
    }

    /** Converts header names to lower case. API Gateway already does this; other callers may not. */
    private static Map<String, String> inLowerCase(Map<String, String> headers) {
        boolean lower = true;
        for (String name : headers.keySet()) {
            lower &= name.equals(name.toLowerCase(Locale.ROOT));
        }
        if (lower) {
            return headers;
        }
        Map<String, String> lowered = new HashMap<>();
        headers.forEach((name, value) -> lowered.put(name.toLowerCase(Locale.ROOT), value));
        return lowered;
    }

    Operation operation() {
        return operation;
    }

    String method() {
        HttpEvent.RequestContext context = event.requestContext();
        HttpEvent.Http http = context == null ? null : context.http();
        return http == null ? "" : Objects.requireNonNullElse(http.method(), "");
    }

    /** Returns whether only the headers of the response are requested. */
    public boolean isHead() {
        return method().equals("HEAD");
    }

    /** Returns the validated input of the request. */
    public Input input() {
        return new Input(this);
    }

    /** Returns a header by its lower-case name. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** Returns a path value without validation, for checks that run before validation. */
    public Optional<String> path(String name) {
        return Optional.ofNullable(pathParameters().get(name));
    }

    /** Returns the body as one JSON value of any kind. */
    public JsonValue json() {
        try {
            JsonValue value = JsonValue.parse(body());
            if (!value.isWellFormed()) {
                throw Input.unpairedSurrogate();
            }
            return value;
        } catch (JsonSyntaxException e) {
            throw Problem.of(400, "INVALID_JSON", "The body is not JSON: " + e.getMessage() + ".")
                    .asException();
        }
    }

    /** Returns the members of a body that must be a JSON object; none if there is no body. */
    Map<String, JsonValue> members() {
        String text = body();
        if (text.isBlank()) {
            return Map.of();
        }
        try {
            JsonValue value = JsonValue.parse(text);
            if (value instanceof Obj(Map<String, JsonValue> members)) {
                return members;
            }
            throw invalidJson("the body must be an object, but is " + value.kind());
        } catch (JsonSyntaxException e) {
            throw invalidJson(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the body as bytes.
     *
     * <p>A body that API Gateway may have altered is rejected.
     */
    public byte[] bytes() {
        byte[] bytes = rawBody();
        if (mayHaveBeenReplaced(new String(bytes, StandardCharsets.UTF_8))) {
            throw Problem.of(
                            400,
                            "BODY_NOT_PRESERVED",
                            "A body of this content type must be UTF-8 without U+FFFD. Use another content type.")
                    .asException();
        }
        return bytes;
    }

    /** Returns whether the caller requested an uncached response. */
    public boolean bypassesCache() {
        return header("cache-control").orElse("").toLowerCase(Locale.ROOT).contains("no-cache");
    }

    /** Returns the caller, which is stored with each change. */
    public Actor actor() {
        return caller.actor();
    }

    /**
     * Returns the id that {@code self} scopes compare with owners, in lower case: a person's subject claim, or a
     * machine's client id. A person whose token lacks the claim, such as one without a verified address, has none.
     */
    public Optional<String> callerId() {
        return caller.id();
    }

    /** Returns whether the token has a scope, for operations whose result depends on it. */
    public boolean isAllowed(Scope scope) {
        return scopes().contains(scope.full());
    }

    /**
     * Reads {@code scope}, or {@code scp}, which some issuers use instead; API Gateway passes a list as {@code [a b]}.
     */
    Set<String> scopes() {
        if (scopes == null) {
            String text = claims().getOrDefault("scope", claims().getOrDefault("scp", ""));
            boolean list = text.startsWith("[") && text.endsWith("]");
            scopes = new HashSet<>(List.of((list ? text.substring(1, text.length() - 1) : text).split(" ", -1)));
        }
        return scopes;
    }

    private Map<String, String> claims() {
        HttpEvent.RequestContext context = event.requestContext();
        HttpEvent.Authorizer authorizer = context == null ? null : context.authorizer();
        HttpEvent.Jwt jwt = authorizer == null ? null : authorizer.jwt();
        return jwt == null ? Map.of() : Objects.requireNonNullElse(jwt.claims(), Map.of());
    }

    Map<String, String> pathParameters() {
        return Objects.requireNonNullElse(event.pathParameters(), Map.of());
    }

    String rawQuery() {
        return Objects.requireNonNullElse(event.rawQueryString(), "");
    }

    /** Returns the body as text; empty if there is none. */
    String body() {
        String text;
        try {
            text = Texts.decodeUtf8(rawBody());
        } catch (IllegalArgumentException e) {
            throw invalidJson("the body is not UTF-8");
        }
        if (mayHaveBeenReplaced(text)) {
            throw invalidJson("the body is not UTF-8, or contains U+FFFD that is not escaped as \\ufffd");
        }
        return text;
    }

    /**
     * Returns whether the body may differ from what the caller sent.
     *
     * <p>API Gateway passes {@code text/*} and JSON as text and replaces bytes that are not UTF-8. The result looks
     * like replacement characters that the caller sent.
     */
    private boolean mayHaveBeenReplaced(String text) {
        return !event.isBase64Encoded() && text.indexOf('\uFFFD') >= 0;
    }

    private byte[] rawBody() {
        String body = Json.readRawText(event.body()).orElse("");
        // Each character is at least one byte, so a longer body is too large whatever its encoding.
        if (body.length() > 2 * MAX_BODY_BYTES) {
            throw tooLarge();
        }
        byte[] bytes = event.isBase64Encoded() ? base64(body) : body.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BODY_BYTES) {
            throw tooLarge();
        }
        return bytes;
    }

    private static byte[] base64(String body) {
        try {
            return Base64.getDecoder().decode(body);
        } catch (IllegalArgumentException e) {
            throw invalidJson("the body is marked as base64 but is not valid base64");
        }
    }

    private static ProblemException invalidJson(String reason) {
        return Problem.of(400, "INVALID_JSON", "The body is not a JSON object: " + reason + ".")
                .asException();
    }

    private static ProblemException tooLarge() {
        return Problem.of(413, "BODY_TOO_LARGE", "The body is larger than " + MAX_BODY_BYTES + " bytes.")
                .with("limitBytes", new Num(Integer.toString(MAX_BODY_BYTES)))
                .asException();
    }
}
