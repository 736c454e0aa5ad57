package dev.backplane.deployments;

/**
 * The second deployment of an alias, and the share of the traffic that it gets.
 *
 * @param percent from 1 to 99
 * @param salt changes which keys get the second deployment
 */
public record Split(DeploymentId deployment, int percent, String salt) {}
