package dev.backplane.local.apigateway;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.local.http.Body;
import dev.backplane.local.http.LocalResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Parses a function's response in payload format 2.0: without {@code statusCode} the payload is the body. */
final class FunctionResponse {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Set by the server. */
    private static final Set<String> LEFT_OUT = Set.of(
            "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "date", "te", "trailer");

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

    private FunctionResponse() {}

    /** Returns the response; empty when it is malformed. */
    static Optional<LocalResponse> read(byte[] payload) {
        try {
            JsonNode node = JSON.readTree(payload);
            if (node == null || node.isMissingNode()) {
                return Optional.empty();
            }
            return node.has("statusCode") ? full(node) : Optional.of(inferred(node));
        } catch (JacksonException | IllegalArgumentException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("Reading from memory failed", e);
        }
    }

    private static LocalResponse inferred(JsonNode node) {
        String body = node.isTextual() ? node.textValue() : node.toString();
        return new LocalResponse(200, Map.of("content-type", List.of("application/json")), Body.of(body));
    }

    private static Optional<LocalResponse> full(JsonNode node) {
        JsonNode code = node.path("statusCode");
        int status = code.isTextual() || code.isInt() ? code.asInt() : 0;
        boolean bodyIsText = node.path("body").isTextual() || node.path("body").isNull() || !node.has("body");
        if (status < 200 || status > 599 || !bodyIsText) {
            return Optional.empty();
        }
        Map<String, List<String>> headers = headers(node);
        String text = node.path("body").isTextual() ? node.path("body").textValue() : "";
        Body body = node.path("isBase64Encoded").asBoolean()
                ? Body.of(Base64.getDecoder().decode(text))
                : Body.of(text);
        if (body.size() > 0) {
            headers.putIfAbsent("content-type", List.of("text/plain;charset=UTF-8"));
        }
        return Optional.of(new LocalResponse(status, headers, body));
    }

    /** Reads headers and cookies. API Gateway ignores {@code multiValueHeaders} in format 2.0. */
    private static Map<String, List<String>> headers(JsonNode node) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        node.path("headers").properties().forEach(header -> add(headers, header.getKey(), header.getValue()));
        node.path("cookies").forEach(cookie -> add(headers, "set-cookie", cookie));
        return headers;
    }

    private static void add(Map<String, List<String>> headers, String name, JsonNode value) {
        String lowerCase = name.toLowerCase(Locale.ROOT);
        if (LEFT_OUT.contains(lowerCase)) {
            return;
        }
        if (!NAME.matcher(name).matches()
                || !value.isValueNode()
                || !VALUE.matcher(value.asText()).matches()) {
            throw new IllegalArgumentException("header " + name + " cannot be sent");
        }
        headers.computeIfAbsent(lowerCase, key -> new ArrayList<>()).add(value.asText());
    }
}
