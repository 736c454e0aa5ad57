package dev.backplane.platform.aws;

import dev.backplane.platform.Unavailable;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * A service with AWS's query protocol, such as STS and IAM.
 *
 * <p>Calls are repeated if the service is overloaded or does not respond. They then end with {@link Unavailable}, or with
 * an {@code SdkClientException} if there was no response.
 */
public final class QueryApi {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    // Errors with status 4xx that a repetition may resolve.
    private static final Set<String> TEMPORARY =
            Set.of("Throttling", "ThrottlingException", "RequestLimitExceeded", "ConcurrentModification");

    private final SignedHttp http;
    private final String version;

    /** @param version the version of the API, such as {@code 2011-06-15} */
    public QueryApi(SignedHttp http, String version) {
        this.http = http;
        this.version = version;
    }

    /**
     * Calls an operation.
     *
     * @throws AwsRefusalException if the service refuses it
     */
    public QueryResult call(String action, Map<String, String> parameters) {
        Map<String, String> form = new TreeMap<>(parameters);
        form.put("Action", action);
        form.put("Version", version);
        SignedResponse response = http.send(
                SdkHttpRequest.builder()
                        .method(SdkHttpMethod.POST)
                        .uri(http.address())
                        .putHeader("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
                        .build(),
                encode(form).getBytes(StandardCharsets.UTF_8));
        if (!response.isSuccessful()) {
            throw failure(action, response);
        }
        return new QueryResult(response.text());
    }

    private static String encode(Map<String, String> form) {
        return form.entrySet().stream()
                .map(entry -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static RuntimeException failure(String action, SignedResponse response) {
        String code = response.errorCode().orElse("HTTP " + response.status());
        String reason = new QueryResult(response.text()).find("Message").orElse("no reason given");
        AwsRefusalException refusal = new AwsRefusalException(action, response.status(), code, reason);
        return response.isRetryable() || TEMPORARY.contains(code)
                ? new Unavailable("THROTTLED", "An AWS service is overloaded or failed.", RETRY_AFTER, refusal)
                : refusal;
    }
}
