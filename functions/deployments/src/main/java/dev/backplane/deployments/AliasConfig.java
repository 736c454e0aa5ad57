package dev.backplane.deployments;

/** The configuration of an alias, with the version that it belongs to. */
public record AliasConfig(AliasVersion version, SiteConfig config) {}
