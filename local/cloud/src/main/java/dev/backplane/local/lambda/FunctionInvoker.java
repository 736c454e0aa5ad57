package dev.backplane.local.lambda;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Lambda as API Gateway and the Invoke API see it. */
public interface FunctionInvoker {

    /** The largest payload of a synchronous invocation. */
    int MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

    /**
     * Invokes a function and waits for the result, at most for the function's timeout.
     *
     * @param function a name, a short name, or the ARN of a function, version or alias
     * @throws IllegalArgumentException if the function does not exist
     */
    InvocationResult invoke(String function, byte[] payload);

    /**
     * Invokes a function asynchronously and retries according to its policy.
     *
     * @param end receives the result of the last attempt
     */
    void invokeLater(String function, byte[] payload, Consumer<InvocationResult> end);

    /**
     * Returns whether a resource permission lets an AWS service invoke the function.
     *
     * @param function the function, version or alias ARN that the service is configured with
     * @param principal the service, such as {@code apigateway.amazonaws.com}
     * @param sourceArn the resource on whose behalf the service calls
     */
    boolean permits(String function, String principal, String sourceArn);

    /**
     * Returns the full name of a function given by name, short name or ARN, if it exists.
     *
     * <p>A short name is the last part of a full name, such as {@code GetThing} for {@code things-GetThing}.
     */
    Optional<String> nameOf(String function);

    /** Returns the full names of all functions. */
    List<String> names();
}
