package dev.backplane.deployments;

import java.time.Instant;

/**
 * One write of an alias, which no other write of any alias equals; both rows of the alias carry it.
 *
 * @param createDate tells an alias from one that stood under the same id before it
 */
public record AliasVersion(AliasId alias, DeploymentId deployment, Instant createDate, long revision) {}
