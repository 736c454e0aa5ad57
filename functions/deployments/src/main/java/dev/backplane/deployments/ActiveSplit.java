package dev.backplane.deployments;

import java.time.Instant;

/**
 * The split of an alias.
 *
 * @param createdAt when its deployment was chosen
 * @param isReady whether its deployment is finished; until then, all traffic goes to the alias's own deployment
 */
public record ActiveSplit(Split values, Instant createdAt, boolean isReady) {

    /** Returns the second deployment. */
    public DeploymentId deployment() {
        return values.deployment();
    }
}
