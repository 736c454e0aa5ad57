package dev.backplane.deployments;

/** The decision on how to delete a deployment. */
public sealed interface Deletion {

    /** Delete the row and the deployment's own alias. */
    record RemoveRow() implements Deletion {}

    /** Request the destruction of the stack; the row is deleted afterwards. */
    record RequestDestroy() implements Deletion {}

    /** Refuse, with the reason in the outcome. */
    record Refuse(DeleteOutcome outcome) implements Deletion {}

    /**
     * Decides for a deployment.
     *
     * @param stackDeleted whether the caller states that the stack is deleted
     */
    static Deletion decide(Deployment deployment, boolean stackDeleted) {
        return deployment.aliasCount() > 0
                ? new Refuse(new DeleteOutcome.AliasesAssociated())
                : decide(deployment.status(), deployment.stack().isPresent(), stackDeleted);
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
