package dev.backplane.layers;

import java.time.Instant;
import java.util.Optional;

/**
 * One version of a layer.
 *
 * @param version the registry's own number, counted from 1 for each package and region
 * @param expires when a deprecated version is to be deleted
 * @param deleted when the version was deleted
 * @param failure why the deletion failed, if it did
 */
public record Layer(
        LayerId id,
        long version,
        LayerArn arn,
        PackageVersion packageVersion,
        Optional<Requirements> requirements,
        Instant created,
        DeployStatus status,
        Optional<Instant> expires,
        Optional<Instant> deleted,
        Optional<FailedDeletion> failure) {

    /** Returns the layer that a request registers under a number. */
    public static Layer latest(NewLayer request, long version, Instant created) {
        return new Layer(
                request.id(),
                version,
                request.arn(),
                request.packageVersion(),
                request.requirements(),
                created,
                DeployStatus.LATEST,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns this version as the latest again. */
    public Layer promoted() {
        return new Layer(
                id,
                version,
                arn,
                packageVersion,
                requirements,
                created,
                DeployStatus.LATEST,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns whether the version has expired; its row may still exist for a while. */
    public boolean isExpired(Instant now) {
        return expires.filter(end -> !end.isAfter(now)).isPresent();
    }

    /** Returns whether the version can replace a newer one. */
    public boolean isPromotable(Instant now) {
        return status == DeployStatus.DEPRECATED && !isExpired(now);
    }
}
