package dev.backplane.layers;

import java.time.Instant;

/**
 * One build of a package.
 *
 * @param version the registry's own number, counted from 1 for each package
 */
public record Build(
        PackageName name, long version, PackageVersion packageVersion, Requirements requirements, Instant created) {}
