package dev.backplane.tenants.workflow;

import dev.backplane.platform.Texts;
import dev.backplane.tenants.OperationKind;
import io.avaje.jsonb.Json;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Why a run failed: the result of the task that ended it, or the error that used up the retries of a step.
 *
 * @param step the step whose retries were used up
 * @param error the name of its error
 * @param outcome the outcome of a task
 * @param state the state of the stack
 * @param status the status of the stack in CloudFormation
 * @param reason the reason in the result
 */
@Json
record Failure(
        @Nullable String step,
        @Nullable String error,
        @Nullable String outcome,
        @Nullable String state,
        @Nullable String status,
        @Nullable String reason) {

    static final String ABSENT = "absent";
    static final String CONTRADICTED = "contradicted";

    private static final String SETTLING = "settling";
    private static final String CANARY_FAILED = "canaryFailed";
    private static final String TOO_MANY_FAILED = "tooManyFailed";
    private static final Set<String> NOTHING_TO_UPDATE = Set.of(ABSENT, CONTRADICTED, DeployResult.DELETING);
    private static final int MAX_REASON = 1000;

    static Failure unknown() {
        return new Failure(null, null, null, null, null, null);
    }

    /** Returns the reason that callers of the service see. */
    String text() {
        return Texts.truncate(reason == null ? derived() : reason, MAX_REASON);
    }

    private String derived() {
        if (error != null) {
            return step + " failed: " + error;
        }
        return switch (String.valueOf(outcome)) {
            case SETTLING -> "The stack does not settle" + (status == null ? "." : ": it is in " + status + ".");
            case CANARY_FAILED -> "The first tenant failed, so no other was tried.";
            case TOO_MANY_FAILED -> "More tenants failed than are tolerated.";
            default -> "The reason was not recorded.";
        };
    }

    /** Returns whether an update ended because the tenant is deleted or being deleted. */
    boolean isSkipped(OperationKind kind) {
        return kind == OperationKind.UPDATE && outcome != null && NOTHING_TO_UPDATE.contains(outcome);
    }

    /** Returns whether the creation of a stack failed, so that the stack does not exist any more. */
    boolean isOfNewStack(OperationKind kind) {
        return kind == OperationKind.CREATE
                && StackState.FAILED.value().equals(state)
                && status != null
                && !status.contains("UPDATE");
    }
}
