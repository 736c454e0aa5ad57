package dev.backplane.local.lambda;

import dev.backplane.local.aws.AwsResponses;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** A call that Lambda rejects. */
final class LambdaRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int status;
    private final String exception;
    private final String detail;

    LambdaRefusedException(int status, String exception, String message) {
        super(message);
        this.status = status;
        this.exception = exception;
        this.detail = message;
    }

    static LambdaRefusedException invalid(String message) {
        return new LambdaRefusedException(400, "InvalidParameterValueException", message);
    }

    static LambdaRefusedException conflict(String message) {
        return new LambdaRefusedException(409, "ResourceConflictException", message);
    }

    static LambdaRefusedException notFound(String message) {
        return new LambdaRefusedException(404, "ResourceNotFoundException", message);
    }

    HttpExecuteResponse answer() {
        return AwsResponses.restRefused(status, exception, detail);
    }
}
