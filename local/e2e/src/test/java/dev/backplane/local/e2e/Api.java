package dev.backplane.local.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Calls the suite over HTTP; every response must conform to the API description. */
final class Api {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final OpenApi DESCRIPTION = OpenApi.read();

    private final URI address;
    private final @Nullable String token;
    private final Map<String, String> headers;

    private Api(URI address, @Nullable String token, Map<String, String> headers) {
        this.address = address;
        this.token = token;
        this.headers = headers;
    }

    Api(URI address, @Nullable String token) {
        this(address, token, Map.of());
    }

    /** A response of the suite. */
    record Answer(int status, Map<String, String> headers, String text) {

        JsonNode json() {
            try {
                return JSON.readTree(text);
            } catch (IOException e) {
                throw new UncheckedIOException(text, e);
            }
        }

        String code() {
            return json().path("code").asText();
        }

        String at(String member) {
            return json().path(member).asText();
        }

        Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }
    }

    Api with(String header, String value) {
        return new Api(address, token, Map.of(header, value));
    }

    /** Returns the API without a token. */
    Api anonymous() {
        return new Api(address, null, headers);
    }

    /** Returns the API with a token of only these scopes. */
    Api withScope(String scope) {
        return new Api(address, token("&scope=" + encoded(scope)), headers);
    }

    /** Returns the API with a person's token of only this scope. */
    Api withScope(String scope, String subject) {
        return new Api(address, token("&scope=" + encoded(scope) + "&sub=" + encoded(subject)), headers);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Returns the API with this text as token. */
    Api withToken(String text) {
        return new Api(address, text, headers);
    }

    /** Returns the API with a token of a template's client, with all its scopes. */
    Api withClient(String id) {
        return new Api(address, token(id, ""), headers);
    }

    private String token(String form) {
        return token("backplane-local", form);
    }

    private String token(String client, String form) {
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/oauth2/token"))
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("grant_type=client_credentials&client_id=" + client
                        + "&client_secret=backplane-local-secret" + form))
                .build();
        return new Answer(200, Map.of(), exchange(request).body()).at("access_token");
    }

    Answer get(String path) {
        return send("GET", path, null);
    }

    Answer delete(String path) {
        return send("DELETE", path, null);
    }

    Answer post(String path, String body) {
        return send("POST", path, body);
    }

    Answer put(String path, String body) {
        return send("PUT", path, body);
    }

    Answer send(String method, String path, @Nullable String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null) {
            request.header("content-type", "application/json");
        }
        if (token != null) {
            request.header("authorization", "Bearer " + token);
        }
        headers.forEach(request::setHeader);
        HttpResponse<String> response = exchange(request.build());
        Map<String, String> received = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        response.headers().map().forEach((name, values) -> received.put(name, String.join(",", values)));
        Answer answer = new Answer(response.statusCode(), received, response.body());
        // As in API Gateway: decoded, and cut at a question mark, before it is matched.
        String decoded = URI.create(path).getPath();
        int end = decoded.indexOf('?');
        DESCRIPTION.check(method, end < 0 ? decoded : decoded.substring(0, end), answer);
        return answer;
    }

    private static HttpResponse<String> exchange(HttpRequest request) {
        try {
            return CLIENT.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
