package dev.backplane.local.stepfunctions;

/** An error response of Step Functions. */
final class StepFunctionsException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String type;

    /** @param type the exception name, such as {@code ExecutionDoesNotExist} */
    StepFunctionsException(String type, String message) {
        super(message);
        this.type = type;
    }

    String type() {
        return type;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
