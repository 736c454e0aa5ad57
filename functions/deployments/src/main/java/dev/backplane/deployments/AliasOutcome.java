package dev.backplane.deployments;

import java.util.Optional;

/** What came of creating or moving an alias. */
public sealed interface AliasOutcome {

    /**
     * The alias points where it should.
     *
     * @param previous where it pointed before
     */
    record Pointed(Alias alias, Optional<DeploymentId> previous) implements AliasOutcome {}

    /** There is no such deployment. */
    record UnknownDeployment() implements AliasOutcome {}

    /** The deployment takes no new aliases in the state it is in. */
    record DeploymentClosed(DeploymentStatus status) implements AliasOutcome {}

    /** The alias belongs to a deployment. */
    record Protected() implements AliasOutcome {}

    /** The alias exists and was not to be moved. */
    record OverrideNotAllowed(Alias current) implements AliasOutcome {}

    /** The alias does not point where the caller expected. */
    record Changed(Optional<Alias> current) implements AliasOutcome {}
}
