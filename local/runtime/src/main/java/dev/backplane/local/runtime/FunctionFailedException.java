package dev.backplane.local.runtime;

/** The process of a function ended, or could not start. */
public final class FunctionFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FunctionFailedException(String message) {
        super(message);
    }
}
