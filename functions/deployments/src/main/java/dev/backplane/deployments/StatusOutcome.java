package dev.backplane.deployments;

import java.util.Optional;

/** The result of changing a deployment's status. */
public sealed interface StatusOutcome {

    /** The deployment has the new status. */
    record Changed(Deployment deployment) implements StatusOutcome {}

    /** The deployment already had the status; nothing is written. */
    record Unchanged(Deployment deployment) implements StatusOutcome {}

    /** There is no such deployment. */
    record NotFound() implements StatusOutcome {}

    /** The status may not follow the current one. */
    record NotAllowed(DeploymentStatus from) implements StatusOutcome {}

    /**
     * The alias for the deployment exists already.
     *
     * @param current empty if its row is damaged
     */
    record AliasTaken(AliasId alias, Optional<Alias> current) implements StatusOutcome {}
}
