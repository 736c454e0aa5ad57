package dev.backplane.local.asl;

import java.util.List;
import java.util.Set;

/** The names of errors, and how lists in Retry and Catch match them. */
public final class ErrorNames {

    public static final String ALL = "States.ALL";
    public static final String TASK_FAILED = "States.TaskFailed";
    public static final String TIMEOUT = "States.Timeout";
    public static final String HEARTBEAT_TIMEOUT = "States.HeartbeatTimeout";
    public static final String RUNTIME = "States.Runtime";
    public static final String DATA_LIMIT = "States.DataLimitExceeded";
    public static final String QUERY = "States.QueryEvaluationError";
    public static final String NO_CHOICE = "States.NoChoiceMatched";
    public static final String THRESHOLD = "States.ExceedToleratedFailureThreshold";

    private static final String RESERVED_PREFIX = "States.";
    private static final Set<String> KNOWN = Set.of(
            ALL,
            TASK_FAILED,
            TIMEOUT,
            HEARTBEAT_TIMEOUT,
            RUNTIME,
            DATA_LIMIT,
            QUERY,
            NO_CHOICE,
            THRESHOLD,
            "States.Permissions",
            "States.BranchFailed",
            "States.ItemReaderFailed",
            "States.ResultWriterFailed");

    /** Errors that a list catches only by name. */
    private static final Set<String> TERMINAL = Set.of(RUNTIME, DATA_LIMIT);

    private ErrorNames() {}

    /** Returns whether the listed names match this error. */
    public static boolean match(List<String> listed, String error) {
        return listed.stream().anyMatch(name -> matches(name, error));
    }

    private static boolean matches(String listed, String error) {
        return switch (listed) {
            case ALL -> !TERMINAL.contains(error);
            case TASK_FAILED -> !TERMINAL.contains(error) && !isTimeout(error);
            case TIMEOUT -> isTimeout(error);
            default -> listed.equals(error);
        };
    }

    private static boolean isTimeout(String error) {
        return error.equals(TIMEOUT) || error.equals(HEARTBEAT_TIMEOUT);
    }

    /** Returns whether a definition may list this name: names that start with States. are reserved. */
    static boolean isAllowed(String name) {
        return !name.startsWith(RESERVED_PREFIX) || KNOWN.contains(name);
    }
}
