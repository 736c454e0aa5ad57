package dev.backplane.local.stepfunctions;

/** A call that Step Functions refuses. */
final class StepFunctionsException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String type;

    /** @param type AWS's name of the exception, such as {@code ExecutionDoesNotExist} */
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
