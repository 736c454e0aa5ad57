package dev.backplane.local.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A browser and an application that signs a person in with PKCE, over HTTP. */
record Browser(URI address) {

    static final String CLIENT = "backplane-dev-people";
    static final String CALLBACK = "http://localhost:18910/callback";
    static final String VERIFIER = "a-verifier-that-is-long-enough-for-rfc-7636-1234";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** What a page answered. */
    record Page(int status, String text, String location, HttpResponse<String> response) {

        /** Returns a parameter of the address that the page redirects to, or an empty text. */
        String parameter(String name) {
            return Arrays.stream(URI.create(location).getRawQuery().split("&", -1))
                    .filter(pair -> pair.startsWith(name + "="))
                    .map(pair -> URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8))
                    .findFirst()
                    .orElse("");
        }

        JsonNode json() {
            try {
                return JSON.readTree(text);
            } catch (IOException e) {
                throw new UncheckedIOException(text, e);
            }
        }
    }

    /** Returns the parameters of a request to sign in, which a test may change. */
    static Map<String, String> request() {
        return new LinkedHashMap<>(Map.of(
                "response_type",
                "code",
                "client_id",
                CLIENT,
                "redirect_uri",
                CALLBACK,
                "scope",
                "openid email profile",
                "state",
                "a state&more",
                "nonce",
                "n-1",
                "code_challenge_method",
                "S256",
                "code_challenge",
                challenge(VERIFIER)));
    }

    static String challenge(String verifier) {
        try {
            return Base64URL.encode(
                            MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)))
                    .toString();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Opens the address itself and returns the status. */
    int visit() {
        return send(HttpRequest.newBuilder(address).GET()).status();
    }

    Page open(Map<String, String> request) {
        return send(HttpRequest.newBuilder(authorize(request)).GET());
    }

    Page choose(Map<String, String> request, Map<String, String> form) {
        return post(authorize(request), form);
    }

    /** Signs in one of the people that the page offers, and returns the code. */
    String code(String person) {
        return choose(request(), Map.of("person", person)).parameter("code");
    }

    Page exchange(String code) {
        return exchange(code, VERIFIER);
    }

    Page exchange(String code, String verifier) {
        return token(Map.of(
                "grant_type",
                "authorization_code",
                "client_id",
                CLIENT,
                "redirect_uri",
                CALLBACK,
                "code",
                code,
                "code_verifier",
                verifier));
    }

    Page refresh(String token) {
        return token(Map.of("grant_type", "refresh_token", "client_id", CLIENT, "refresh_token", token));
    }

    Page token(Map<String, String> form) {
        return post(address.resolve("/oauth2/token"), form);
    }

    Page revoke(String token) {
        return post(address.resolve("/oauth2/revoke"), Map.of("client_id", CLIENT, "token", token));
    }

    Page get(String path, String token) {
        return send(HttpRequest.newBuilder(address.resolve(path)).header("authorization", "Bearer " + token));
    }

    Page send(String method, String path) {
        return send(HttpRequest.newBuilder(address.resolve(path)).method(method, BodyPublishers.noBody()));
    }

    /** Sends a form as the page of an origin does. */
    Page sendFrom(String origin, String path, Map<String, String> form) {
        return send(HttpRequest.newBuilder(address.resolve(path))
                .header("origin", origin)
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(encoded(form))));
    }

    /** Returns the access token of a person who signs in. */
    String accessToken(String person) {
        return exchange(code(person)).json().path("access_token").asText();
    }

    static JWTClaimsSet claims(String token) {
        try {
            return SignedJWT.parse(token).getJWTClaimsSet();
        } catch (ParseException e) {
            throw new IllegalArgumentException(token, e);
        }
    }

    private URI authorize(Map<String, String> request) {
        return address.resolve("/oauth2/authorize?" + encoded(request));
    }

    private Page post(URI uri, Map<String, String> form) {
        return send(HttpRequest.newBuilder(uri)
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(encoded(form))));
    }

    private static Page send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            return new Page(
                    response.statusCode(),
                    response.body(),
                    response.headers().firstValue("location").orElse(""),
                    response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static String encoded(Map<String, String> values) {
        return values.entrySet().stream()
                .map(value -> value.getKey() + "=" + URLEncoder.encode(value.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
