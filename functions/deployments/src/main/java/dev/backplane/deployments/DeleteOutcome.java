package dev.backplane.deployments;

/** What came of deleting a deployment. */
public sealed interface DeleteOutcome {

    /** It is gone, and its own alias with it. */
    record Deleted() implements DeleteOutcome {}

    /** Its stack has to go first, which is requested now. */
    record DestroyRequested(Deployment deployment) implements DeleteOutcome {}

    /** There is no such deployment. */
    record NotFound() implements DeleteOutcome {}

    /** Aliases still point to it. */
    record AliasesAssociated() implements DeleteOutcome {}

    /** It is being destroyed already. */
    record DestroyInProgress() implements DeleteOutcome {}

    /** It is being created; what is there now would be left behind. */
    record Drift(DeploymentStatus status) implements DeleteOutcome {}
}
