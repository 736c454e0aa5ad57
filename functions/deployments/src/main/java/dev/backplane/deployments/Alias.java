package dev.backplane.deployments;

import java.time.Instant;

/**
 * An alias, without its configuration.
 *
 * @param revision increases with every change
 * @param isProtected whether the alias belongs to its deployment and is deleted with it
 * @param isReady whether the deployment is finished, so that the alias resolves
 */
public record Alias(
        AliasId id, DeploymentId deployment, Instant createDate, long revision, boolean isProtected, boolean isReady) {

    /** Returns the identity of this state of the alias. */
    public AliasVersion version() {
        return new AliasVersion(id, deployment, createDate, revision);
    }
}
