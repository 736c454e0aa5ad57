package dev.backplane.deployments;

import java.util.Optional;

/**
 * A request to send a share of an alias's traffic to a second deployment.
 *
 * @param salt empty to keep the salt of the split, or to use the id of the deployment
 */
public record SplitRequest(AliasId alias, DeploymentId deployment, int percent, Optional<String> salt) {}
