package dev.backplane.local.eventbridge;

import dev.backplane.local.iam.Denial;

/** A target did not take an event. */
final class DeliveryException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Code code;

    /** EventBridge's names for what can go wrong here. */
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

    /** Returns whether another try could go better; what the templates got wrong, no try mends. */
    boolean isRetriable() {
        return code == Code.CONNECTION_FAILURE;
    }

    /** Returns what a person needs to know about it. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
