package dev.backplane.local.cloudformation;

import java.util.Set;

/** The status of a stack. */
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

    /** Returns whether an operation is running. */
    public boolean isInProgress() {
        return name().endsWith("IN_PROGRESS");
    }

    boolean canBeUpdated() {
        return UPDATABLE.contains(this);
    }

    /** Returns whether the stack can be deleted: a creation can be cancelled by a deletion, an update cannot. */
    boolean canBeDeleted() {
        return !isInProgress() || this == CREATE_IN_PROGRESS;
    }
}
