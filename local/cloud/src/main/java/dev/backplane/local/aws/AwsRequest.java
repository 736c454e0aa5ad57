package dev.backplane.local.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpRequest;

/** A signed request to AWS, as an SDK client put it together. */
public final class AwsRequest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SdkHttpRequest http;
    private final byte[] content;
    private final String target;
    private final JsonNode body;

    AwsRequest(SdkHttpRequest http, byte[] content) {
        this.http = http;
        this.content = content;
        this.target = http.firstMatchingHeader("X-Amz-Target").orElse("");
        this.body = parse(content);
    }

    /** A body of another form, such as that of a query, is no JSON. */
    private static JsonNode parse(byte[] content) {
        try {
            return content.length == 0 ? MissingNode.getInstance() : JSON.readTree(content);
        } catch (IOException notJson) {
            return MissingNode.getInstance();
        }
    }

    /** The operation, such as {@code PutItem}; empty when the request does not name one. */
    public String action() {
        return target.substring(target.indexOf('.') + 1);
    }

    /** The version of the API that the operation belongs to, such as {@code DynamoDB_20120810}; may be empty. */
    public String api() {
        return target.substring(0, Math.max(target.indexOf('.'), 0));
    }

    public String host() {
        return http.host();
    }

    public String method() {
        return http.method().name();
    }

    /** The path, still percent-encoded. */
    public String path() {
        return http.encodedPath();
    }

    /** A parameter of the query. */
    public Optional<String> parameter(String name) {
        return http.firstMatchingRawQueryParameter(name);
    }

    public JsonNode body() {
        return body;
    }

    SdkHttpRequest http() {
        return http;
    }

    byte[] content() {
        return content;
    }
}
