package dev.backplane.local.runtime;

/** A function's process ended, or could not begin. */
public final class FunctionFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FunctionFailedException(String message) {
        super(message);
    }
}
