package dev.backplane.local.asl.jsonata;

/** An expression is invalid, or its evaluation failed. */
public final class ExpressionException extends Exception {

    private static final long serialVersionUID = 1L;

    ExpressionException(String message) {
        super(message);
    }

    ExpressionException(RuntimeException cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }

    /** Returns the reason. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
