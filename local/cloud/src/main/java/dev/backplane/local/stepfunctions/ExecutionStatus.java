package dev.backplane.local.stepfunctions;

/** The status of an execution, in AWS's spelling. */
enum ExecutionStatus {
    RUNNING(""),
    SUCCEEDED("Succeeded"),
    FAILED("Failed"),
    TIMED_OUT("TimedOut"),
    ABORTED("Aborted");

    private final String word;

    ExecutionStatus(String word) {
        this.word = word;
    }

    boolean isEnd() {
        return this != RUNNING;
    }

    /** Returns the type of the last event of a history, such as {@code ExecutionSucceeded}. */
    String event() {
        return "Execution" + word;
    }

    /** Returns the name of that event's details. */
    String eventDetails() {
        return "execution" + word + "EventDetails";
    }
}
