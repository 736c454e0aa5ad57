package dev.backplane.deployments;

import java.util.Optional;

/** The result of changing an alias. */
public sealed interface AliasOutcome {

    /**
     * The alias is as requested.
     *
     * @param alias the alias after the change, or before it if the alias was deleted
     * @param previous the deployment that it pointed to before
     */
    record Applied(Alias alias, Optional<DeploymentId> previous) implements AliasOutcome {}

    /** Nothing was changed. */
    sealed interface Refusal extends AliasOutcome {}

    /** There is no such alias. */
    record NotFound() implements Refusal {}

    /** There is no such deployment. */
    record UnknownDeployment(DeploymentId id) implements Refusal {}

    /** The alias that was given as the target does not exist. */
    record UnknownTarget(AliasId id) implements Refusal {}

    /** The deployment accepts no new aliases in its status. */
    record DeploymentClosed(DeploymentStatus status) implements Refusal {}

    /** The alias belongs to a deployment. */
    record Protected() implements Refusal {}

    /**
     * The alias exists, and the request does not allow moving it.
     *
     * @param current empty if its row is damaged
     */
    record OverrideNotAllowed(Optional<Alias> current) implements Refusal {}

    /** The alias does not point to the expected deployment. */
    record Changed(Optional<Alias> current) implements Refusal {}

    /**
     * The alias is locked.
     *
     * @param lock the history entry that locked it
     */
    record Locked(Optional<HistoryEntry> lock) implements Refusal {}

    /** The history has no earlier deployment. */
    record NothingToRollBack() implements Refusal {}

    /** The history of the alias has no such revision, or the alias did not exist after it. */
    record UnknownRevision() implements Refusal {}

    /** The deployment that the alias would point to is deleted or about to be deleted. */
    record DeploymentGone(DeploymentId id) implements Refusal {}

    /** The alias has no split. */
    record NoSplit() implements Refusal {}

    /** The second deployment of a split is the one that the alias already points to. */
    record SameDeployment() implements Refusal {}

    /** The second deployment of a split is not finished. */
    record NotReady(DeploymentId id) implements Refusal {}
}
