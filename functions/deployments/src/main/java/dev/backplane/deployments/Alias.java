package dev.backplane.deployments;

import java.time.Instant;

/**
 * An alias as its slim row tells it.
 *
 * @param revision goes up with every change
 * @param isProtected whether it belongs to its deployment and goes with it
 * @param isReady whether its deployment is finished, so that the alias resolves
 */
public record Alias(
        AliasId id, DeploymentId deployment, Instant createDate, long revision, boolean isProtected, boolean isReady) {

    /** Returns what tells this state of the alias from every other. */
    public AliasVersion version() {
        return new AliasVersion(id, deployment, createDate, revision);
    }
}
