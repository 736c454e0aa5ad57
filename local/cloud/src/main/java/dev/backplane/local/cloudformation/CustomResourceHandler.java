package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.backplane.local.cloudformation.CustomResourceResponses.Pending;
import dev.backplane.local.cloudformation.CustomResourceResponses.Response;
import dev.backplane.local.lambda.Functions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * {@code AWS::CloudFormation::CustomResource} and {@code Custom::*}: invokes a function, which sends its result to a
 * response URL.
 *
 * <p>The function is invoked asynchronously, as on AWS, with two retries. A function that has failed for
 * the last time fails the resource immediately instead of after the service timeout.
 */
final class CustomResourceHandler implements ResourceHandler {

    private static final String SERVICE_TOKEN = "ServiceToken";
    private static final int DEFAULT_TIMEOUT_SECONDS = 3_600;

    private final Functions functions;
    private final CustomResourceResponses responses;

    CustomResourceHandler(Functions functions, CustomResourceResponses responses) {
        this.functions = functions;
        this.responses = responses;
    }

    /** Accepts all properties: the function validates them. */
    @Override
    public List<String> unknown(JsonNode properties) {
        return List.of();
    }

    @Override
    public boolean takesTags() {
        return false;
    }

    @Override
    public boolean needsUpdateOnRollback() {
        return true;
    }

    @Override
    public ProvisionedResource create(ResourceRequest work) throws ResourceException {
        ObjectNode event = CustomResourceEvents.event("Create", work);
        // Used when the function never returns an id.
        return ask(work, event, work.generatedName());
    }

    @Override
    public ProvisionedResource update(ResourceRequest work, StackResource current) throws ResourceException {
        if (!current.properties().path(SERVICE_TOKEN).equals(work.properties().path(SERVICE_TOKEN))) {
            throw new ResourceException("Modifying service token is not allowed.");
        }
        ObjectNode event = CustomResourceEvents.event("Update", work).put("PhysicalResourceId", current.physicalId());
        event.set("OldResourceProperties", CustomResourceEvents.texts(current.properties()));
        return ask(work, event, current.physicalId());
    }

    @Override
    public void delete(ResourceRequest work, String physicalId) throws ResourceException {
        ask(work, CustomResourceEvents.event("Delete", work).put("PhysicalResourceId", physicalId), physicalId);
    }

    private ProvisionedResource ask(ResourceRequest work, ObjectNode event, String physicalId)
            throws ResourceException {
        String function = function(work);
        Pending pending = responses.expect(work.stack().id(), work.logicalId());
        event.put("ResponseURL", pending.url()).put("RequestId", pending.requestId());
        byte[] payload = event.toString().getBytes(StandardCharsets.UTF_8);
        functions.invokeLater(function, payload, end -> {
            if (end.failed()) {
                pending.abandon();
            }
        });
        try (pending) {
            return await(work, pending, physicalId);
        }
    }

    private String function(ResourceRequest work) throws ResourceException {
        String token = work.properties().path(SERVICE_TOKEN).asText();
        if (!token.startsWith("arn:aws:lambda:")) {
            throw new ResourceException("Invalid service token: " + token + " is not a function");
        }
        work.actor().needs("lambda:InvokeFunction", token);
        if (functions.nameOf(token).isEmpty()) {
            throw ResourceException.ofHandler("Function not found: " + token, "NotFound");
        }
        return token;
    }

    private static ProvisionedResource await(ResourceRequest work, Pending pending, String physicalId)
            throws ResourceException {
        int seconds = work.properties().path("ServiceTimeout").asInt(DEFAULT_TIMEOUT_SECONDS);
        try {
            CompletableFuture.anyOf(pending.response(), work.cancellation().signal())
                    .get(Duration.ofSeconds(seconds).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException noResponse) {
            throw new ResourceException(
                    "CloudFormation did not receive a response from your Custom Resource. Please check your logs for"
                            + " requestId [" + pending.requestId() + "].",
                    physicalId);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new StoppedException();
        }
        Response response = pending.response().getNow(Response.NONE);
        if (response.equals(Response.NONE)) {
            throw new ResourceException("Resource creation cancelled", physicalId);
        }
        return response.made(physicalId, pending.requestId());
    }

    /** The events that CloudFormation sends to functions of custom resources. */
    private static final class CustomResourceEvents {

        private CustomResourceEvents() {}

        /** Creates an event without its request id and response URL. */
        static ObjectNode event(String requestType, ResourceRequest work) {
            ObjectNode event = JsonNodeFactory.instance
                    .objectNode()
                    .put("RequestType", requestType)
                    .put("ServiceToken", work.properties().path("ServiceToken").asText())
                    .put("StackId", work.stack().id())
                    .put("LogicalResourceId", work.logicalId())
                    .put("ResourceType", work.type());
            return event.set("ResourceProperties", texts(work.properties()));
        }

        /** Converts numbers and booleans to text, as CloudFormation does. */
        static JsonNode texts(JsonNode properties) {
            if (properties.isObject()) {
                ObjectNode copy = JsonNodeFactory.instance.objectNode();
                properties.properties().forEach(member -> copy.set(member.getKey(), texts(member.getValue())));
                return copy;
            }
            if (properties.isArray()) {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode();
                properties.forEach(element -> copy.add(texts(element)));
                return copy;
            }
            return TextNode.valueOf(properties.asText());
        }
    }
}
