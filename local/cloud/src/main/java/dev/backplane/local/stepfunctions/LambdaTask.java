package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.asl.run.StatesException;
import dev.backplane.local.aws.AwsCalls;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.lambda.InvocationResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/** Invokes functions with the role of a state machine. */
record LambdaTask(Functions functions, Iam iam, Caller caller) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int DENIED = 403;
    private static final int NOT_FOUND = 404;

    /** Returns the result of {@code lambda:invoke}. */
    JsonNode invoke(JsonNode arguments) throws StatesException, InterruptedException {
        String function = arguments.path("FunctionName").asText();
        String qualified = arguments.hasNonNull("Qualifier")
                ? function + ":" + arguments.path("Qualifier").asText()
                : function;
        JsonNode payload = arguments.path("Payload");
        InvocationResult invocation =
                invocation(qualified, payload.isMissingNode() ? JsonNodeFactory.instance.objectNode() : payload);
        ObjectNode result = JsonNodeFactory.instance.objectNode().put("ExecutedVersion", "$LATEST");
        result.set("Payload", json(invocation));
        result.put("StatusCode", OK);
        return TaskResult.withMetadata(result, OK, invocation.requestId());
    }

    private InvocationResult invocation(String function, JsonNode payload)
            throws StatesException, InterruptedException {
        String arn = function.startsWith("arn:") ? function : Account.arn("lambda", "function:" + function);
        Optional<Denial> denial = iam.check(caller, new AccessRequest("lambda:InvokeFunction", arn));
        if (denial.isPresent()) {
            throw refused("AccessDeniedException", denial.get().message(), DENIED);
        }
        if (functions.nameOf(arn).isEmpty()) {
            throw refused("ResourceNotFoundException", "Function not found: " + arn, NOT_FOUND);
        }
        InvocationResult invocation = functions.invoke(arn, payload.toString().getBytes(StandardCharsets.UTF_8));
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (invocation.serviceError().isPresent()) {
            InvocationResult.ServiceError refusal = invocation.serviceError().get();
            throw refused(refusal.exception(), refusal.message(), refusal.status());
        }
        if (invocation.failed()) {
            String error = json(invocation).path("errorType").asText("Lambda.Unknown");
            throw new StatesException(error, new String(invocation.payload(), StandardCharsets.UTF_8));
        }
        return invocation;
    }

    private static StatesException refused(String code, String message, int status) {
        return ServiceErrors.LAMBDA.failure(
                code, message, new AwsCalls.Reply(status, UUID.randomUUID().toString(), ""));
    }

    private static JsonNode json(InvocationResult invocation) throws StatesException {
        try {
            JsonNode payload = JSON.readTree(invocation.payload());
            return payload.isMissingNode() ? JsonNodeFactory.instance.nullNode() : payload;
        } catch (IOException notJson) {
            throw new StatesException("Lambda.Unknown", "The function's response is not JSON");
        }
    }
}
