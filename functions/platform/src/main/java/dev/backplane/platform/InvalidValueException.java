package dev.backplane.platform;

/**
 * A value that breaks the rules of its type, in a request or in a stored item.
 *
 * <p>Only code that reads such values catches it: a request is answered with 400, a stream record is skipped. Any other
 * exception is a fault, so that a bug never looks like bad input. The message completes "the field …".
 */
public final class InvalidValueException extends RuntimeException {

    public InvalidValueException(String message) {
        super(message);
    }

    public InvalidValueException(String message, Throwable cause) {
        super(message, cause);
    }
}
