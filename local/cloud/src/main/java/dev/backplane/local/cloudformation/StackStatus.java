package dev.backplane.local.cloudformation;

import java.util.Set;

/** Where a stack is in its life, in CloudFormation's words. */
public enum StackStatus {
    CREATE_IN_PROGRESS,
    CREATE_COMPLETE,
    CREATE_FAILED,
    ROLLBACK_IN_PROGRESS,
    ROLLBACK_COMPLETE,
    ROLLBACK_FAILED,
    UPDATE_IN_PROGRESS,
    UPDATE_COMPLETE_CLEANUP_IN_PROGRESS,
    UPDATE_COMPLETE,
    UPDATE_FAILED,
    UPDATE_ROLLBACK_IN_PROGRESS,
    UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS,
    UPDATE_ROLLBACK_COMPLETE,
    UPDATE_ROLLBACK_FAILED,
    DELETE_IN_PROGRESS,
    DELETE_FAILED,
    DELETE_COMPLETE;

    private static final Set<StackStatus> UPDATABLE =
            Set.of(CREATE_COMPLETE, CREATE_FAILED, UPDATE_COMPLETE, UPDATE_FAILED, UPDATE_ROLLBACK_COMPLETE);

    /** Whether something still happens to the stack. */
    public boolean isInProgress() {
        return name().endsWith("IN_PROGRESS");
    }

    boolean canBeUpdated() {
        return UPDATABLE.contains(this);
    }

    /** Making a stack may be broken off by deleting it; changing one may not. */
    boolean canBeDeleted() {
        return !isInProgress() || this == CREATE_IN_PROGRESS;
    }
}
