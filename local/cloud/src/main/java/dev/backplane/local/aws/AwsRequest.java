package dev.backplane.local.aws;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.backplane.local.iam.Caller;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpRequest;

/** A request of an SDK client to AWS. */
public final class AwsRequest {

    // A layer of 50 MB is one string; Jackson's default limit is 20 million characters.
    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxStringLength(100_000_000).build())
            .build());

    private final SdkHttpRequest http;
    private final byte[] content;
    private final Optional<Caller> caller;
    private final String target;
    private final JsonNode body;
    private final QueryForm form;

    AwsRequest(SdkHttpRequest http, byte[] content, Optional<Caller> caller) {
        this.http = http;
        this.content = content;
        this.caller = caller;
        this.target = http.firstMatchingHeader("X-Amz-Target").orElse("");
        this.form = isForm(http) ? QueryForm.parse(content) : QueryForm.EMPTY;
        this.body = isForm(http) ? MissingNode.getInstance() : parse(content);
    }

    private static boolean isForm(SdkHttpRequest http) {
        return http.firstMatchingHeader("Content-Type")
                .filter(type -> type.startsWith("application/x-www-form-urlencoded"))
                .isPresent();
    }

    /** Parses a JSON body; other bodies are missing nodes. */
    private static JsonNode parse(byte[] content) {
        try {
            return content.length == 0 ? MissingNode.getInstance() : JSON.readTree(content);
        } catch (IOException notJson) {
            return MissingNode.getInstance();
        }
    }

    /** Returns the operation, such as {@code PutItem}; may be empty. */
    public String action() {
        if (target.isEmpty()) {
            return form.text("Action").orElse("");
        }
        return target.substring(target.indexOf('.') + 1);
    }

    /** Returns the API version, such as {@code DynamoDB_20120810}; may be empty. */
    public String api() {
        return target.substring(0, Math.max(target.indexOf('.'), 0));
    }

    public String host() {
        return http.host();
    }

    public String method() {
        return http.method().name();
    }

    /** Returns the path, still percent-encoded. */
    public String path() {
        return http.encodedPath();
    }

    /** Returns a parameter of the query. */
    public Optional<String> parameter(String name) {
        return http.firstMatchingRawQueryParameter(name);
    }

    /** Returns the values of all headers by lower-case name. */
    public Map<String, List<String>> headers() {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        http.forEachHeader((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
        return headers;
    }

    /** Returns the first value of a header. */
    public Optional<String> header(String name) {
        return http.firstMatchingHeader(name);
    }

    public JsonNode body() {
        return body;
    }

    /** Returns the parameters of a query protocol request; empty for others. */
    public QueryForm form() {
        return form;
    }

    /** Returns who makes the call; empty for the account owner. */
    public Optional<Caller> caller() {
        return caller;
    }

    /** Returns the raw body. */
    public byte[] bytes() {
        return content.clone();
    }

    SdkHttpRequest http() {
        return http;
    }

    byte[] content() {
        return content;
    }
}
