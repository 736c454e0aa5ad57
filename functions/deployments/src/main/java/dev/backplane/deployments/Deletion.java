package dev.backplane.deployments;

import java.util.Arrays;
import java.util.List;

/** Decides how a deployment can be deleted as it stands. */
public sealed interface Deletion {

    /** Remove the row, and the deployment's own alias with it. */
    record RemoveRow() implements Deletion {}

    /** Ask for the stack to be destroyed; the row goes when that is done. */
    record RequestDestroy() implements Deletion {}

    /** Do nothing, for the reason that the outcome says. */
    record Refuse(DeleteOutcome outcome) implements Deletion {}

    /**
     * Decides for a deployment.
     *
     * @param stackDeleted whether the caller says that the stack is gone
     */
    static Deletion decide(Deployment deployment, boolean stackDeleted) {
        return deployment.aliasCount() > 0
                ? new Refuse(new DeleteOutcome.AliasesAssociated())
                : decide(deployment.status(), deployment.stack().isPresent(), stackDeleted);
    }

    /** Returns the states in which a row without aliases is simply removed. */
    static List<DeploymentStatus> removable(boolean hasStack, boolean stackDeleted) {
        return Arrays.stream(DeploymentStatus.values())
                .filter(status -> decide(status, hasStack, stackDeleted) instanceof RemoveRow)
                .toList();
    }

    private static Deletion decide(DeploymentStatus status, boolean hasStack, boolean stackDeleted) {
        return switch (status) {
            case INITIALIZED -> new RemoveRow();
            case FINISHED, CREATE_FAILED, DESTROY_FAILED -> hasStack ? new RequestDestroy() : new RemoveRow();
            case DESTROY_REQUESTED, DESTROY_IN_PROGRESS ->
                stackDeleted ? new RemoveRow() : new Refuse(new DeleteOutcome.DestroyInProgress());
            case CREATE_IN_PROGRESS, CREATE_COMPLETE -> new Refuse(new DeleteOutcome.Drift(status));
        };
    }
}
