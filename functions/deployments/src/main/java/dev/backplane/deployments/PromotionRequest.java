package dev.backplane.deployments;

import java.util.Optional;

/**
 * The wish to move one alias in a promotion.
 *
 * @param target a deployment, or an alias whose deployment is meant
 * @param expected the deployment that the alias must point to now
 */
public record PromotionRequest(AliasId alias, AliasTarget target, Optional<DeploymentId> expected) {}
