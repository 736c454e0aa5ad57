package dev.backplane.local.eventbridge;

import dev.backplane.local.iam.Denial;

/** An event could not be delivered. */
final class DeliveryException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Code code;

    /** EventBridge's error codes. */
    enum Code {
        NO_PERMISSIONS,
        NO_RESOURCE,
        SDK_CLIENT_ERROR,
        CONNECTION_FAILURE
    }

    DeliveryException(Code code, String message) {
        super(message);
        this.code = code;
    }

    DeliveryException(Code code, RuntimeException cause) {
        super(cause);
        this.code = code;
    }

    static DeliveryException denied(Denial denial) {
        return new DeliveryException(Code.NO_PERMISSIONS, denial.message());
    }

    Code code() {
        return code;
    }

    /** Returns whether a retry could succeed. */
    boolean isRetriable() {
        return code == Code.CONNECTION_FAILURE;
    }

    /** Returns the error message. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
