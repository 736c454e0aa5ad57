package dev.backplane.local.lambda;

import dev.backplane.local.aws.AwsResponses;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The ways in which Lambda can fail a call about a layer, for tests of what then happens. */
public enum LayerFault {
    TOO_MANY_REQUESTS(429, "TooManyRequestsException", "Rate exceeded"),
    ACCESS_DENIED(403, "AccessDeniedException", "The local cloud was told to deny access to this layer"),
    SERVICE_FAILURE(500, "ServiceException", "The local cloud was told to fail for this layer");

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
