package dev.backplane.local.apigateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.http.Body;
import dev.backplane.local.http.Form;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Creates the event of a request in payload format 2.0.
 *
 * <p>AWS's event class is not used because it prints empty members that API Gateway omits. As on AWS,
 * {@code rawPath} is decoded, so encoded and literal slashes look the same.
 */
final class HttpApiEvent {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    /** Media types passed as text. Forms and bodies without a type are base64-encoded, as on AWS. */
    private static final Set<String> TEXT_TYPES =
            Set.of("application/json", "application/xml", "application/javascript");

    /** Connection headers; cookies have a separate member. */
    private static final Set<String> LEFT_OUT =
            Set.of("cookie", "connection", "keep-alive", "transfer-encoding", "te", "upgrade", "expect");

    private HttpApiEvent() {}

    static Body of(
            LocalRequest request, RouteTable.Match match, Optional<AuthorizerContext> authorized, String requestId)
            throws BadEscapeException {
        String rawPath = match.path();
        ObjectNode event = JSON.objectNode()
                .put("version", "2.0")
                .put("routeKey", match.route().key().text())
                .put("rawPath", rawPath)
                .put("rawQueryString", request.query());
        List<String> cookies = cookies(request);
        if (!cookies.isEmpty()) {
            cookies.forEach(event.putArray("cookies")::add);
        }
        event.set("headers", headers(request));
        putUnlessEmpty(event, "queryStringParameters", joined(Form.parse(request.query())));
        ObjectNode context = context(request, match.route(), requestId);
        authorized.ifPresent(who -> context.set("authorizer", who.toJson()));
        http(context.putObject("http"), request, rawPath);
        event.set("requestContext", context);
        ObjectNode pathParameters = JSON.objectNode();
        match.pathParameters().forEach(pathParameters::put);
        putUnlessEmpty(event, "pathParameters", pathParameters);
        putBody(event, request);
        return bytes(event);
    }

    /** Serializes without an intermediate string, because events can be large. */
    private static Body bytes(ObjectNode event) {
        try {
            return Body.of(MAPPER.writeValueAsBytes(event));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A JSON tree cannot be written", e);
        }
    }

    private static ObjectNode context(LocalRequest request, ApiRoute route, String requestId) {
        String host = domain(request);
        return JSON.objectNode()
                .put("accountId", Account.ID)
                .put("apiId", route.api().id())
                .put("domainName", host)
                .put("domainPrefix", host.split("\\.", 2)[0])
                .put("requestId", requestId)
                .put("routeKey", route.key().text())
                .put("stage", HttpApiReader.STAGE)
                .put("time", TIME.format(request.receivedAt()))
                .put("timeEpoch", request.receivedAt().toEpochMilli());
    }

    private static String domain(LocalRequest request) {
        return request.header("host").orElse("").replaceFirst(":\\d+$", "");
    }

    private static void http(ObjectNode http, LocalRequest request, String rawPath) {
        http.put("method", request.method())
                .put("path", rawPath)
                .put("protocol", request.client().protocol())
                .put("sourceIp", request.client().address())
                .put("userAgent", request.header("user-agent").orElse(""));
    }

    private static ObjectNode headers(LocalRequest request) {
        ObjectNode headers = JSON.objectNode();
        request.headers().forEach((name, values) -> {
            if (!LEFT_OUT.contains(name)) {
                headers.put(name, String.join(",", values));
            }
        });
        headers.put("content-length", Long.toString(request.body().size()));
        String address = request.client().address();
        headers.put(
                "x-forwarded-for",
                request.header("x-forwarded-for")
                        .map(before -> before + ", " + address)
                        .orElse(address));
        headers.put("x-forwarded-proto", "http");
        return headers;
    }

    private static List<String> cookies(LocalRequest request) {
        return request.headers().getOrDefault("cookie", List.of()).stream()
                .flatMap(header -> List.of(header.split(";", -1)).stream())
                .map(String::strip)
                .filter(cookie -> !cookie.isEmpty())
                .toList();
    }

    private static ObjectNode joined(Map<String, List<String>> query) {
        ObjectNode parameters = JSON.objectNode();
        query.forEach((name, values) -> parameters.put(name, String.join(",", values)));
        return parameters;
    }

    private static void putUnlessEmpty(ObjectNode event, String name, JsonNode value) {
        if (!value.isEmpty()) {
            event.set(name, value);
        }
    }

    private static void putBody(ObjectNode event, LocalRequest request) {
        boolean text = request.mediaType().startsWith("text/") || TEXT_TYPES.contains(request.mediaType());
        Body body = request.body();
        if (body.size() > 0) {
            event.put("body", text ? body.text() : Base64.getEncoder().encodeToString(body.bytes()));
        }
        event.put("isBase64Encoded", body.size() > 0 && !text);
    }
}
