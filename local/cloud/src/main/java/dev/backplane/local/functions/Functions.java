package dev.backplane.local.functions;

import java.util.List;
import java.util.Optional;

/** The functions of the templates, found by name or ARN and invoked synchronously. */
public final class Functions {

    /**
     * Invokes a function and waits for its end, at most for its configured timeout.
     *
     * @param function a name, a short name, or the ARN of a function, version or alias
     * @throws IllegalArgumentException when there is no such function
     */
    public Invocation invoke(String function, byte[] payload) {
        throw new UnsupportedOperationException(function + payload.length);
    }

    /** The full name of the function meant by a name, a short name, or a function, version or alias ARN. */
    public Optional<String> nameOf(String function) {
        throw new UnsupportedOperationException(function);
    }

    /** The full names of all functions. */
    public List<String> names() {
        throw new UnsupportedOperationException();
    }

    /**
     * Whether a resource permission lets an AWS service invoke the function.
     *
     * @param function the function, version or alias ARN that the service is configured with
     * @param principal the service, such as {@code apigateway.amazonaws.com}
     * @param sourceArn the resource on whose behalf the service calls
     */
    public boolean permits(String function, String principal, String sourceArn) {
        throw new UnsupportedOperationException(function + principal + sourceArn);
    }
}
