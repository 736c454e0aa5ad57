package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.run.StatesException;
import dev.backplane.local.aws.AwsCalls;
import java.io.IOException;

/**
 * A service integration with the JSON protocol.
 *
 * @param targetPrefix the prefix of the X-Amz-Target header
 */
record JsonServiceTask(String service, String targetPrefix, ServiceErrors errors) {

    static final JsonServiceTask DYNAMODB =
            new JsonServiceTask("dynamodb", "DynamoDB_20120810", ServiceErrors.DYNAMODB);
    static final JsonServiceTask DYNAMODB_SDK =
            new JsonServiceTask("dynamodb", "DynamoDB_20120810", ServiceErrors.DYNAMODB_SDK);
    static final JsonServiceTask CODEBUILD =
            new JsonServiceTask("codebuild", "CodeBuild_20161006", ServiceErrors.CODEBUILD);
    static final JsonServiceTask EVENTS = new JsonServiceTask("events", "AWSEvents", ServiceErrors.EVENTS);
    static final JsonServiceTask STATES = new JsonServiceTask("states", "AWSStepFunctions", ServiceErrors.STATES);

    /**
     * Makes the call.
     *
     * @param operation such as {@code PutItem}
     */
    AwsCalls.Reply perform(AwsCalls calls, String operation, JsonNode arguments)
            throws StatesException, InterruptedException {
        try {
            AwsCalls.Reply reply = calls.call(service, targetPrefix + "." + operation, arguments);
            if (reply.isRefusal()) {
                JsonNode answer = reply.json();
                String type = answer.path("__type").asText();
                String message =
                        answer.path("message").asText(answer.path("Message").asText());
                throw errors.failure(type.substring(type.indexOf('#') + 1), message, reply);
            }
            return reply;
        } catch (IOException failure) {
            throw unreachable(failure);
        }
    }

    /** Returns the body of a successful response. */
    ObjectNode answer(AwsCalls.Reply reply) throws StatesException, InterruptedException {
        try {
            return (ObjectNode) reply.json();
        } catch (IOException failure) {
            throw unreachable(failure);
        }
    }

    /** Converts an I/O error; an interrupt during a call appears as one. */
    private StatesException unreachable(IOException failure) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return new StatesException(errors.prefix() + ".SdkClientException", String.valueOf(failure));
    }
}
