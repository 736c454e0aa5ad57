package dev.backplane.deployments;

import java.util.Optional;

/**
 * A request to point an alias to an earlier deployment.
 *
 * @param toRevision the revision after which it pointed there; empty for the deployment before the current one
 * @param expected the deployment that the alias must point to now
 */
public record RollbackRequest(AliasId alias, Optional<Long> toRevision, Optional<DeploymentId> expected) {}
