package dev.backplane.deployments;

import java.time.Instant;
import java.util.Optional;

/** What a list tells of a deployment. */
public record DeploymentSummary(
        DeploymentId id, Instant createDate, DeploymentStatus status, Optional<AliasId> alias) {}
