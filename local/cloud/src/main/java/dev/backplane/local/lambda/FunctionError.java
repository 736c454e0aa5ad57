package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Locale;

/** Lambda's JSON for invocations that failed. */
final class FunctionError {

    private FunctionError() {}

    static ObjectNode thrown(Throwable failure) {
        ObjectNode error = JsonNodeFactory.instance
                .objectNode()
                .put("errorMessage", failure.getMessage())
                .put("errorType", failure.getClass().getName());
        ArrayNode stackTrace = error.putArray("stackTrace");
        for (StackTraceElement frame : failure.getStackTrace()) {
            stackTrace.add(frame.toString());
        }
        if (failure.getCause() != null) {
            error.set("cause", thrown(failure.getCause()));
        }
        return error;
    }

    static ObjectNode timedOut(String requestId, Duration timeout) {
        String message = String.format(
                Locale.ROOT, "RequestId: %s Error: Task timed out after %d.00 seconds", requestId, timeout.toSeconds());
        return error("Sandbox.Timedout", message);
    }

    static ObjectNode answerTooLarge(int bytes, int limit) {
        return error(
                "Function.ResponseSizeTooLarge",
                "Response payload size (" + bytes + " bytes) exceeded maximum allowed payload size (" + limit
                        + " bytes).");
    }

    private static ObjectNode error(String type, String message) {
        return JsonNodeFactory.instance.objectNode().put("errorType", type).put("errorMessage", message);
    }
}
