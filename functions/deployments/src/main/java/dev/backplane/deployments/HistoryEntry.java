package dev.backplane.deployments;

import dev.backplane.platform.Actor;
import java.time.Instant;
import java.util.Optional;

/**
 * One entry of the history of an alias.
 *
 * @param deployment where the alias points after the change; empty if the change removed it
 * @param previous where it pointed before
 * @param back the revision whose deployment a rollback returns to
 * @param split the split after the change
 * @param endedSplit the second deployment of a split that the change ended or replaced
 * @param promotion the promotion that made or undid the change
 */
public record HistoryEntry(
        AliasId alias,
        long revision,
        ChangeKind kind,
        Instant at,
        Optional<DeploymentId> deployment,
        Optional<DeploymentId> previous,
        Optional<Actor> actor,
        Optional<String> reason,
        Optional<Long> back,
        Optional<Split> split,
        Optional<DeploymentId> endedSplit,
        Optional<String> promotion) {

    /** Returns whether the change removed the alias. */
    public boolean isRemoval() {
        return deployment.isEmpty();
    }

    /** Returns whether a deployment serves requests after the change, as the alias's own or as the second of a split. */
    public boolean isLive(DeploymentId other) {
        return deployment.equals(Optional.of(other))
                || split.map(Split::deployment).equals(Optional.of(other));
    }
}
