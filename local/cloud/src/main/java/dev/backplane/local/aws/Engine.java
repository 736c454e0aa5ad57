package dev.backplane.local.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.account.Account;
import dev.backplane.local.engines.EngineHttpClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/** A client of an engine that speaks AWS's JSON protocol. */
public final class Engine {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The Authorization header of internal calls. Engines read key and region but do not verify the signature. */
    public static final String AUTHORIZATION = "AWS4-HMAC-SHA256 Credential=local/20250101/" + Account.REGION
            + "/engine/aws4_request, SignedHeaders=host, Signature=none";

    private static final Set<String> TRANSACTIONS = Set.of("TransactWriteItems", "ExecuteTransaction");

    private final EngineHttpClient http;
    private final URI endpoint;
    private final String targetPrefix;
    private final boolean awaitsCommits;

    public Engine(EngineHttpClient http, URI endpoint, String targetPrefix) {
        this(http, endpoint, targetPrefix, false);
    }

    private Engine(EngineHttpClient http, URI endpoint, String targetPrefix, boolean awaitsCommits) {
        this.http = http;
        this.endpoint = endpoint;
        this.targetPrefix = targetPrefix;
        this.awaitsCommits = awaitsCommits;
    }

    /**
     * Returns this engine with durable transactions.
     *
     * <p>DynamoDB Local responds to a transaction while its commit is still queued. A second call through the same
     * queue completes after the commit.
     */
    public Engine awaitingCommits() {
        return new Engine(http, endpoint, targetPrefix, true);
    }

    /** Forwards a call. */
    public HttpExecuteResponse forward(AwsRequest request) throws IOException {
        HttpExecuteResponse response = http.send(endpoint, request.http(), request.content());
        if (awaitsCommits && TRANSACTIONS.contains(request.action())) {
            call("ListTables", JsonNodeFactory.instance.objectNode().put("Limit", 1));
        }
        return response;
    }

    /** Forwards a call with another body. */
    public HttpExecuteResponse forward(AwsRequest request, JsonNode body) throws IOException {
        return http.send(endpoint, request.http(), body.toString().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Makes an internal call.
     *
     * @throws EngineCallException if the engine rejects it
     */
    public JsonNode call(String action, JsonNode body) {
        SdkHttpRequest request = SdkHttpRequest.builder()
                .method(SdkHttpMethod.POST)
                .uri(endpoint)
                .putHeader("X-Amz-Target", targetPrefix + "." + action)
                .putHeader("Content-Type", "application/x-amz-json-1.0")
                .putHeader("Authorization", AUTHORIZATION)
                .build();
        try {
            HttpExecuteResponse response =
                    http.send(endpoint, request, body.toString().getBytes(StandardCharsets.UTF_8));
            JsonNode answer = content(response);
            if (response.httpResponse().isSuccessful()) {
                return answer;
            }
            throw new EngineCallException(action, answer);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot send " + action + " to the engine", failure);
        }
    }

    private static JsonNode content(HttpExecuteResponse response) throws IOException {
        try (InputStream content = response.responseBody().orElseGet(AbortableInputStream::createEmpty)) {
            return JSON.readTree(content);
        }
    }
}
