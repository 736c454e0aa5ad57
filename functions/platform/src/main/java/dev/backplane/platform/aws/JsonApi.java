package dev.backplane.platform.aws;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * A service with AWS's JSON protocol, such as SQS.
 *
 * <p>Calls are repeated if the service is overloaded or does not respond. They then end with {@link Unavailable}, or with
 * an {@code SdkClientException} if there was no response.
 */
public final class JsonApi {

    private static final String NO_REASON = "no reason given";
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    // Errors with status 400 that a repetition may resolve.
    private static final Set<String> TEMPORARY = Set.of("TooManyUpdates");

    private final SignedHttp http;
    private final String target;
    private final String mediaType;

    /**
     * Connects to a service with version 1.0 of the protocol.
     *
     * @param target the first part of the names of operations in requests, such as {@code AmazonSQS}
     */
    public JsonApi(SignedHttp http, String target) {
        this(http, target, "1.0");
    }

    /** @param version the version of the protocol that the service uses */
    public JsonApi(SignedHttp http, String target, String version) {
        this.http = http;
        this.target = target;
        this.mediaType = "application/x-amz-json-" + version;
    }

    /**
     * Calls an operation.
     *
     * @throws AwsRefusalException if the service refuses it
     */
    public Obj call(String operation, Map<String, JsonValue> parameters) {
        SignedResponse response = http.send(
                SdkHttpRequest.builder()
                        .method(SdkHttpMethod.POST)
                        .uri(http.address())
                        .putHeader("Content-Type", mediaType)
                        .putHeader("X-Amz-Target", target + "." + operation)
                        .build(),
                new Obj(parameters).compact().getBytes(StandardCharsets.UTF_8));
        if (!response.isSuccessful()) {
            throw failure(operation, response);
        }
        return parse(response);
    }

    private static RuntimeException failure(String operation, SignedResponse response) {
        String code = response.errorCode().orElse("HTTP " + response.status());
        AwsRefusalException refusal = new AwsRefusalException(operation, response.status(), code, reason(response));
        return response.isRetryable() || TEMPORARY.contains(code)
                ? new Unavailable("THROTTLED", "An AWS service is overloaded or failed.", RETRY_AFTER, refusal)
                : refusal;
    }

    private static String reason(SignedResponse response) {
        try {
            return JsonValue.parse(response.text()) instanceof Obj json
                    ? json.findText("message")
                            .or(() -> json.findText("Message"))
                            .orElse(NO_REASON)
                    : NO_REASON;
        } catch (JsonSyntaxException e) {
            return NO_REASON;
        }
    }

    private static Obj parse(SignedResponse response) {
        try {
            return JsonValue.parse(response.text()) instanceof Obj json ? json : new Obj(Map.of());
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException("a response of AWS that is not JSON", e);
        }
    }
}
