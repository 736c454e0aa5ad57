package dev.backplane.local.lambda;

import dev.backplane.local.aws.AwsResponses;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** An injected error for calls about a layer. */
public enum LayerFault {
    TOO_MANY_REQUESTS(429, "TooManyRequestsException", "Rate exceeded"),
    ACCESS_DENIED(403, "AccessDeniedException", "Injected fault: access denied"),
    SERVICE_FAILURE(500, "ServiceException", "Injected fault: service error");

    private final int status;
    private final String exception;
    private final String message;

    LayerFault(int status, String exception, String message) {
        this.status = status;
        this.exception = exception;
        this.message = message;
    }

    HttpExecuteResponse answer() {
        return AwsResponses.restRefused(status, exception, message);
    }
}
