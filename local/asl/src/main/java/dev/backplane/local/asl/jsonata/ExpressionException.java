package dev.backplane.local.asl.jsonata;

/** An expression cannot be read, or its evaluation failed. */
public final class ExpressionException extends Exception {

    private static final long serialVersionUID = 1L;

    ExpressionException(String message) {
        super(message);
    }

    ExpressionException(RuntimeException cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }

    /** Returns what is wrong, for people. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
