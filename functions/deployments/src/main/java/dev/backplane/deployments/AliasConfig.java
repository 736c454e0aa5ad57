package dev.backplane.deployments;

/** The configuration row of an alias, with what tells whether it belongs to a slim row that was read before. */
public record AliasConfig(AliasVersion version, SiteConfig config) {}
