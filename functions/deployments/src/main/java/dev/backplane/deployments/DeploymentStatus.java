package dev.backplane.deployments;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The status of a deployment, and the statuses that may follow it. */
public enum DeploymentStatus {
    INITIALIZED,
    CREATE_IN_PROGRESS,
    CREATE_COMPLETE,
    CREATE_FAILED,
    FINISHED,
    DESTROY_REQUESTED,
    DESTROY_IN_PROGRESS,
    DESTROY_FAILED;

    /** Returns the statuses that may follow this one. */
    public Set<DeploymentStatus> next() {
        return switch (this) {
            case INITIALIZED -> EnumSet.of(CREATE_IN_PROGRESS, FINISHED, CREATE_FAILED);
            case CREATE_IN_PROGRESS -> EnumSet.of(CREATE_COMPLETE, FINISHED, CREATE_FAILED);
            case CREATE_COMPLETE -> EnumSet.of(FINISHED, CREATE_FAILED);
            case FINISHED, CREATE_FAILED, DESTROY_FAILED -> EnumSet.of(DESTROY_REQUESTED);
            case DESTROY_REQUESTED -> EnumSet.of(DESTROY_IN_PROGRESS, DESTROY_FAILED);
            case DESTROY_IN_PROGRESS -> EnumSet.of(DESTROY_FAILED);
        };
    }

    /** Returns the statuses that this one may follow, for a condition on the stored status. */
    public List<DeploymentStatus> sources() {
        return Arrays.stream(values())
                .filter(source -> source.next().contains(this))
                .toList();
    }

    /** Returns whether a new alias may point to a deployment in this status. */
    public boolean acceptsAliases() {
        return switch (this) {
            case INITIALIZED, CREATE_IN_PROGRESS, CREATE_COMPLETE, FINISHED -> true;
            case CREATE_FAILED, DESTROY_REQUESTED, DESTROY_IN_PROGRESS, DESTROY_FAILED -> false;
        };
    }

    /** Returns whether the destruction of a deployment in this status is requested. */
    public boolean isDestroying() {
        return switch (this) {
            case DESTROY_REQUESTED, DESTROY_IN_PROGRESS, DESTROY_FAILED -> true;
            case INITIALIZED, CREATE_IN_PROGRESS, CREATE_COMPLETE, CREATE_FAILED, FINISHED -> false;
        };
    }

    /** Returns whether an alias of a deployment in this status resolves. */
    public boolean isServed() {
        return this == FINISHED;
    }
}
