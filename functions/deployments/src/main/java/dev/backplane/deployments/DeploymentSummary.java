package dev.backplane.deployments;

import java.time.Instant;
import java.util.Optional;

/**
 * A deployment in a list.
 *
 * @param origin known only in the lists of a project
 */
public record DeploymentSummary(
        DeploymentId id, Instant createdAt, DeploymentStatus status, Optional<AliasId> alias, Origin origin) {}
