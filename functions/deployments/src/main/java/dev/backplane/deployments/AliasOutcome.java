package dev.backplane.deployments;

import java.util.Optional;

/** The result of creating or moving an alias. */
public sealed interface AliasOutcome {

    /**
     * The alias points to the deployment.
     *
     * @param previous the deployment that it pointed to before
     */
    record Pointed(Alias alias, Optional<DeploymentId> previous) implements AliasOutcome {}

    /** There is no such deployment. */
    record UnknownDeployment() implements AliasOutcome {}

    /** The deployment accepts no new aliases in its status. */
    record DeploymentClosed(DeploymentStatus status) implements AliasOutcome {}

    /** The alias belongs to a deployment. */
    record Protected() implements AliasOutcome {}

    /**
     * The alias exists, and the request does not allow moving it.
     *
     * @param current empty if its row is damaged
     */
    record OverrideNotAllowed(Optional<Alias> current) implements AliasOutcome {}

    /** The alias does not point to the expected deployment. */
    record Changed(Optional<Alias> current) implements AliasOutcome {}
}
