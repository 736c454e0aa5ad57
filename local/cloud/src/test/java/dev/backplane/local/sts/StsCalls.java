package dev.backplane.local.sts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/** Calls of the query protocol, with the credentials of a connection or of a session. */
record StsCalls(SdkHttpClient http, Optional<SessionKey> session) {

    StsCalls(SdkHttpClient http) {
        this(http, Optional.empty());
    }

    /** The credentials of a session. */
    record SessionKey(String id, String token, String expires) {

        SessionKey withToken(String other) {
            return new SessionKey(id, other, expires);
        }
    }

    /** The response to a call. */
    record Reply(int status, String text) {

        String element(String name) {
            Matcher element =
                    Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(text);
            assertThat(element.find()).as(text).isTrue();
            return element.group(1);
        }
    }

    StsCalls as(SessionKey key) {
        return new StsCalls(http, Optional.of(key));
    }

    SessionKey assume(String role, Map<String, String> parameters) {
        Reply reply = assumeRole(role, parameters);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return new SessionKey(reply.element("AccessKeyId"), reply.element("SessionToken"), reply.element("Expiration"));
    }

    Reply assumeRole(String role, Map<String, String> parameters) {
        Map<String, String> all = new HashMap<>(Map.of("RoleArn", role, "RoleSessionName", "ann"));
        all.putAll(parameters);
        return sts("AssumeRole", all);
    }

    Reply sts(String action, Map<String, String> parameters) {
        return send("https://sts.us-east-1.amazonaws.com/", "sts", action, parameters);
    }

    Reply iam(String action, Map<String, String> parameters) {
        return send("https://iam.amazonaws.com/", "iam", action, parameters);
    }

    private Reply send(String address, String service, String action, Map<String, String> parameters) {
        Map<String, String> form = new HashMap<>(parameters);
        form.put("Action", action);
        String body = form.entrySet().stream()
                .map(entry -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
                .collect(Collectors.joining("&"));
        SdkHttpRequest.Builder request = SdkHttpRequest.builder()
                .method(SdkHttpMethod.POST)
                .uri(URI.create(address))
                .putHeader("Content-Type", "application/x-www-form-urlencoded")
                .putHeader(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential="
                                + session.map(SessionKey::id).orElse("key") + "/20260105/us-east-1/" + service
                                + "/aws4_request, SignedHeaders=host, Signature=0");
        session.ifPresent(key -> request.putHeader("X-Amz-Security-Token", key.token()));
        try {
            HttpExecuteResponse response = http.prepareRequest(HttpExecuteRequest.builder()
                            .request(request.build())
                            .contentStreamProvider(
                                    () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)))
                            .build())
                    .call();
            try (InputStream content = response.responseBody().orElseThrow()) {
                return new Reply(
                        response.httpResponse().statusCode(),
                        new String(content.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
