package dev.backplane.local.iam;

/**
 * One action on one resource pattern that a policy allows.
 *
 * @param policy the template's policy, for messages
 */
public record PolicyGrant(String policy, String action, String resource) {}
