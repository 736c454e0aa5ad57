package dev.backplane.layers;

/**
 * A build that is to be registered.
 *
 * @param force whether it counts as new even if its requirements are those of the latest
 */
public record NewBuild(PackageName name, PackageVersion packageVersion, Requirements requirements, boolean force) {

    /** Says whether this build adds nothing to the latest one. */
    public boolean repeats(Build latest) {
        return !force && requirements.hash().equals(latest.requirements().hash());
    }
}
