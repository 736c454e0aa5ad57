package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/** The result of one invocation. */
public final class InvocationResult {

    private final String requestId;
    private final boolean failed;
    private final Optional<ServiceError> serviceError;
    private final byte[] payload;

    /**
     * An error of the Lambda service, which did not run the function.
     *
     * @param exception the name of Lambda's exception
     * @param status the HTTP status of its response
     */
    public record ServiceError(String exception, int status, String message) {}

    private InvocationResult(String requestId, boolean failed, Optional<ServiceError> serviceError, byte[] payload) {
        this.requestId = requestId;
        this.failed = failed;
        this.serviceError = serviceError;
        this.payload = payload;
    }

    /** Creates the result of a function that returned a response. */
    public static InvocationResult succeeded(String requestId, byte[] payload) {
        return new InvocationResult(requestId, false, Optional.empty(), payload);
    }

    /** Creates the result of a function that failed, with Lambda's JSON error. */
    public static InvocationResult failed(String requestId, byte[] error) {
        return new InvocationResult(requestId, true, Optional.empty(), error);
    }

    /** Creates the result of an invocation that Lambda rejected. The payload is the body of its response. */
    public static InvocationResult rejected(ServiceError serviceError) {
        String body = JsonNodeFactory.instance
                .objectNode()
                .put("Type", "User")
                .put("Message", serviceError.message())
                .toString();
        return new InvocationResult(
                UUID.randomUUID().toString(), true, Optional.of(serviceError), body.getBytes(StandardCharsets.UTF_8));
    }

    public String requestId() {
        return requestId;
    }

    /** Returns whether the function failed, timed out, could not be created or was not run. */
    public boolean failed() {
        return failed;
    }

    /** Returns Lambda's own error; empty if it ran the function. */
    public Optional<ServiceError> serviceError() {
        return serviceError;
    }

    /** Returns the function's response, or the JSON of Lambda's error. */
    public byte[] payload() {
        return payload.clone();
    }
}
