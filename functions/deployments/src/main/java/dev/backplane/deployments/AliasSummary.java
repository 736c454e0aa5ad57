package dev.backplane.deployments;

import java.time.Instant;

/** An alias in a list. */
public record AliasSummary(AliasId id, DeploymentId deployment, Instant createDate, boolean isProtected) {}
