package dev.backplane.deployments;

/** What came of changing a deployment's status. */
public sealed interface StatusOutcome {

    /** The deployment is in the new state. */
    record Changed(Deployment deployment) implements StatusOutcome {}

    /** It was in that state already, and nothing was changed. */
    record Unchanged(Deployment deployment) implements StatusOutcome {}

    /** There is no such deployment. */
    record NotFound() implements StatusOutcome {}

    /** That state does not follow the one it is in. */
    record NotAllowed(DeploymentStatus from) implements StatusOutcome {}

    /** The alias that was to become the deployment's own is another's already. */
    record AliasTaken(Alias current) implements StatusOutcome {}
}
