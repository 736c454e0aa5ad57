package dev.backplane.deployments;

import java.time.Instant;

/**
 * The identity of one write of an alias, which both of its rows contain.
 *
 * @param createDate distinguishes an alias from an earlier one with the same id
 */
public record AliasVersion(AliasId alias, DeploymentId deployment, Instant createDate, long revision) {}
