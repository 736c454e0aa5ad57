package dev.backplane.local.iam;

/**
 * An allowed action on a resource pattern.
 *
 * @param policy the policy, for messages
 */
public record PolicyGrant(String policy, String action, String resource) {}
