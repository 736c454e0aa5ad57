package dev.backplane.deployments;

import java.time.Instant;

/**
 * The identity of a configuration of an alias, which its rows have in common. A configuration never changes within it.
 *
 * @param createdAt distinguishes an alias from an earlier one with the same id and deployment
 */
public record AliasVersion(AliasId alias, DeploymentId deployment, Instant createdAt, boolean isReady) {}
