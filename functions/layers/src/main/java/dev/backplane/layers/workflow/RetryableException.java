package dev.backplane.layers.workflow;

/** A task that the state machine should repeat. */
final class RetryableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String code;

    /** @param code the error code, which callers of the service see if it happens every time */
    RetryableException(String code, Throwable cause) {
        super(code, cause);
        this.code = code;
    }

    RetryableException(String code) {
        super(code);
        this.code = code;
    }

    String code() {
        return code;
    }
}
