package dev.backplane.deployments;

/** The result of deleting a deployment. */
public sealed interface DeleteOutcome {

    /** The deployment and its own alias are deleted. */
    record Deleted() implements DeleteOutcome {}

    /** The destruction of the stack is requested, which has to come first. */
    record DestroyRequested(Deployment deployment) implements DeleteOutcome {}

    /** There is no such deployment. */
    record NotFound() implements DeleteOutcome {}

    /** Aliases still point to the deployment. */
    record AliasesAssociated() implements DeleteOutcome {}

    /** The deployment is already being destroyed. */
    record DestroyInProgress() implements DeleteOutcome {}

    /** The deployment is being created; its resources would be left behind. */
    record Drift(DeploymentStatus status) implements DeleteOutcome {}
}
