package dev.backplane.deployments;

import java.time.Instant;

/** What a list tells of an alias. */
public record AliasSummary(AliasId id, DeploymentId deployment, Instant createDate, boolean isProtected) {}
