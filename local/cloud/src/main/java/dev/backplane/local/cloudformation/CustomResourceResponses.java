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

/** The place where functions behind custom resources tell how it went: a bucket with an address a request. */
final class CustomResourceResponses implements AwsService {
    private static final String HOST = "cloudformation-custom-resource-response-useast1.s3.amazonaws.com";
    private static final String SIGNATURE = "X-Amz-Signature";
    private static final int MAX_BYTES = 4_096;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String signature = UUID.randomUUID().toString();
    private final Map<String, Pending> pendingByKey = new ConcurrentHashMap<>();

    /** What a function said. */
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

    /** A request that a function has yet to answer. */
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

        /** Where to put the answer; whoever has the address may do so. */
        String url() {
            return "https://" + HOST + "/" + URLEncoder.encode(key, StandardCharsets.UTF_8)
                    + "?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=7200&" + SIGNATURE + "="
                    + signature;
        }

        CompletableFuture<Response> response() {
            return response;
        }

        /** Nobody will answer any more. */
        void abandon() {
            response.completeExceptionally(new IllegalStateException("nobody answered"));
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

    /** The address itself is the permission. */
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
        // An answer that nobody waits for any more is taken all the same, and forgotten.
        Optional.ofNullable(pendingByKey.get(key(request)))
                // Too long an answer is none that CloudFormation could understand.
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

    /** Clients differ in which characters of a path they escape. */
    private static String key(AwsRequest request) {
        try {
            return PercentEncoding.decodePath(request.path().substring(1));
        } catch (BadEscapeException notOurs) {
            return "";
        }
    }
}
