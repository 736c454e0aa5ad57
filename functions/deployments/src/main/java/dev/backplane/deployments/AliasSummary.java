package dev.backplane.deployments;

import java.time.Instant;

/**
 * An alias in a list.
 *
 * @param variant whether the deployment is the alias's own or the second one of its split
 */
public record AliasSummary(
        AliasId id, DeploymentId deployment, Instant createdAt, boolean isProtected, Variant variant) {}
