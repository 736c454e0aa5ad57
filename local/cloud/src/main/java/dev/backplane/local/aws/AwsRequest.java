package dev.backplane.local.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import software.amazon.awssdk.http.SdkHttpRequest;

/** A signed request of AWS's JSON protocol, as an SDK client put it together. */
public final class AwsRequest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SdkHttpRequest http;
    private final byte[] content;
    private final String action;
    private final JsonNode body;

    AwsRequest(SdkHttpRequest http, byte[] content) throws IOException {
        this.http = http;
        this.content = content;
        String target = http.firstMatchingHeader("X-Amz-Target").orElse("");
        this.action = target.substring(target.indexOf('.') + 1);
        this.body = content.length == 0 ? MissingNode.getInstance() : JSON.readTree(content);
    }

    /** The operation, such as {@code PutItem}; empty when the request does not name one. */
    public String action() {
        return action;
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
