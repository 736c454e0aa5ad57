package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.http.PercentEncoding;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import dev.backplane.local.iam.AccessRequest;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The S3 bucket that receives responses of custom resources, with one URL per request. */
final class CustomResourceResponses implements AwsService {

    private static final String HOST = "cloudformation-custom-resource-response-useast1.s3.amazonaws.com";
    private static final String SIGNATURE = "X-Amz-Signature";
    private static final int MAX_BYTES = 4_096;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String signature = UUID.randomUUID().toString();
    private final Map<String, Pending> pendingByKey = new ConcurrentHashMap<>();

    /** The response of a function. */
    record Response(JsonNode body) {

        static final Response NONE = new Response(MissingNode.getInstance());

        ProvisionedResource made(String fallbackId, String requestId) throws ResourceException {
            String id = body.path("PhysicalResourceId").asText();
            String known = id.isEmpty() ? fallbackId : id;
            switch (body.path("Status").asText()) {
                case "SUCCESS" -> {
                    if (id.isEmpty()) {
                        throw new ResourceException("Invalid PhysicalResourceId", known);
                    }
                }
                case "FAILED" ->
                    throw new ResourceException(
                            "Received response status [FAILED] from custom resource. Message returned: "
                                    + body.path("Reason").asText() + " (RequestId: " + requestId + ")",
                            known);
                default ->
                    throw new ResourceException(
                            "Invalid response object: Value of property Status must be SUCCESS or FAILED", known);
            }
            JsonNode data = body.path("Data");
            return new ProvisionedResource(known, data.isObject() ? data : JsonNodeFactory.instance.objectNode());
        }
    }

    /** A request without a response yet. */
    final class Pending implements AutoCloseable {

        private final String requestId = UUID.randomUUID().toString();
        private final CompletableFuture<Response> response = new CompletableFuture<>();
        private final String stackId;
        private final String logicalId;
        private final String key;

        private Pending(String stackId, String logicalId) {
            this.stackId = stackId;
            this.logicalId = logicalId;
            this.key = stackId + "|" + logicalId + "|" + requestId;
        }

        String requestId() {
            return requestId;
        }

        /** Returns the presigned URL for the response. */
        String url() {
            return "https://" + HOST + "/" + URLEncoder.encode(key, StandardCharsets.UTF_8)
                    + "?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=7200&" + SIGNATURE + "="
                    + signature;
        }

        CompletableFuture<Response> response() {
            return response;
        }

        /** Fails the request: no response will arrive. */
        void abandon() {
            response.completeExceptionally(new IllegalStateException("no response was sent"));
        }

        private void take(JsonNode body) {
            boolean fits = body.path("StackId").asText().equals(stackId)
                    && body.path("RequestId").asText().equals(requestId)
                    && body.path("LogicalResourceId").asText().equals(logicalId);
            response.complete(new Response(fits ? body : JsonNodeFactory.instance.objectNode()));
        }

        @Override
        public void close() {
            pendingByKey.remove(key);
        }
    }

    Pending expect(String stackId, String logicalId) {
        Pending pending = new Pending(stackId, logicalId);
        pendingByKey.put(pending.key, pending);
        return pending;
    }

    @Override
    public List<String> hosts() {
        return List.of(HOST);
    }

    /** Returns no required permissions, because the URLs are presigned. */
    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        return Optional.of(List.of());
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) {
        if (!request.method().equals("PUT")) {
            return refused(405, "MethodNotAllowed");
        }
        if (request.parameter(SIGNATURE).filter(signature::equals).isEmpty()) {
            return refused(403, "AccessDenied");
        }
        byte[] content = request.bytes();
        // A late response is accepted and ignored.
        Optional.ofNullable(pendingByKey.get(key(request)))
                // CloudFormation does not accept oversized responses.
                .ifPresent(pending ->
                        pending.take(content.length > MAX_BYTES ? MissingNode.getInstance() : parse(content)));
        return AwsResponses.xml(200, "");
    }

    private static JsonNode parse(byte[] content) {
        try {
            return JSON.readTree(content);
        } catch (IOException notJson) {
            return MissingNode.getInstance();
        }
    }

    private static HttpExecuteResponse refused(int status, String code) {
        return AwsResponses.xml(status, "<Error><Code>" + code + "</Code><Message>" + code + "</Message></Error>");
    }

    /** Decodes the key, because clients escape different characters. */
    private static String key(AwsRequest request) {
        try {
            return PercentEncoding.decodePath(request.path().substring(1));
        } catch (BadEscapeException notOurs) {
            return "";
        }
    }
}
