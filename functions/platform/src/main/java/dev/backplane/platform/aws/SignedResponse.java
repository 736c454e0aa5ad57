package dev.backplane.platform.aws;

import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The response of an AWS service to a signed request. */
public final class SignedResponse {

    // The names that the services use, see https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html
    private static final Set<String> THROTTLING = Set.of(
            "Throttling",
            "ThrottlingException",
            "TooManyRequestsException",
            "RequestLimitExceeded",
            "RequestThrottled",
            "RequestThrottledException",
            "SlowDown");

    private final SdkHttpResponse head;
    private final byte[] body;

    private SignedResponse(SdkHttpResponse head, byte[] body) {
        this.head = head;
        this.body = body;
    }

    static SignedResponse read(HttpExecuteResponse response) throws IOException {
        if (response.responseBody().isEmpty()) {
            return new SignedResponse(response.httpResponse(), new byte[0]);
        }
        try (InputStream body = response.responseBody().get()) {
            return new SignedResponse(response.httpResponse(), body.readAllBytes());
        }
    }

    public int status() {
        return head.statusCode();
    }

    public boolean isSuccessful() {
        return head.isSuccessful();
    }

    public Optional<String> header(String name) {
        return head.firstMatchingHeader(name);
    }

    /** Returns the body; the array is not copied, because it may be large. */
    public byte[] body() {
        return body;
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Returns the name of an error, such as {@code ParameterNotFound}. */
    public Optional<String> errorCode() {
        return header("x-amzn-ErrorType")
                .or(this::type)
                .map(SignedResponse::simpleName)
                .or(this::xmlCode);
    }

    private Optional<String> xmlCode() {
        return isSuccessful() ? Optional.empty() : new QueryResult(text()).find("Code");
    }

    private Optional<String> type() {
        try {
            return JsonValue.parse(text()) instanceof Obj(var members)
                            && members.get("__type") instanceof Text(var type)
                    ? Optional.of(type)
                    : Optional.empty();
        } catch (JsonSyntaxException e) {
            return Optional.empty();
        }
    }

    // A name may have a name space before it and an address behind it.
    private static String simpleName(String type) {
        return type.replaceFirst(".*#", "").replaceFirst(":.*", "");
    }

    boolean isRetryable() {
        return status() == 429
                || status() >= 500
                || (!isSuccessful() && errorCode().filter(THROTTLING::contains).isPresent());
    }
}
