package dev.backplane.layers;

/**
 * A build that is to be registered.
 *
 * @param force whether to register the build even if the latest build has the same requirements
 */
public record NewBuild(PackageName name, PackageVersion packageVersion, Requirements requirements, boolean force) {

    /** Returns whether this build adds nothing to the latest. */
    public boolean repeats(Build latest) {
        return !force && requirements.hash().equals(latest.requirements().hash());
    }
}
