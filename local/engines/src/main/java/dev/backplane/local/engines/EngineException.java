package dev.backplane.local.engines;

/** An engine could not be started or stopped. */
public final class EngineException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EngineException(String message, Throwable cause) {
        super(message, cause);
    }
}
