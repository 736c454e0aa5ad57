package dev.backplane.layers;

import java.time.Instant;
import java.util.Optional;

/**
 * One version of a layer.
 *
 * @param version the registry's own number, counted from 1 for each package and region
 * @param deleted when the version was deleted
 * @param failure why the deletion failed, if it did
 */
public record Layer(
        LayerId id,
        long version,
        LayerArn arn,
        PackageVersion packageVersion,
        Optional<Requirements> requirements,
        Compatibility compatibility,
        Instant created,
        DeployStatus status,
        Lifetime lifetime,
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
                request.compatibility(),
                created,
                DeployStatus.LATEST,
                Lifetime.UNLIMITED,
                Optional.empty(),
                Optional.empty());
    }

    /** Returns this version as the latest again; a hold stays. */
    public Layer promoted() {
        return with(DeployStatus.LATEST, lifetime.unlimited());
    }

    public Layer with(Lifetime other) {
        return with(status, other);
    }

    private Layer with(DeployStatus newStatus, Lifetime newLifetime) {
        return new Layer(
                id,
                version,
                arn,
                packageVersion,
                requirements,
                compatibility,
                created,
                newStatus,
                newLifetime,
                deleted,
                failure);
    }

    /** Returns when a deprecated version is to be deleted. */
    public Optional<Instant> expires() {
        return lifetime.expires();
    }

    /** Returns whether the version has expired; its row may still exist for a while. */
    public boolean isExpired(Instant now) {
        return lifetime.isExpired(now);
    }

    /** Returns whether the version can replace a newer one. */
    public boolean isPromotable(Instant now) {
        return status == DeployStatus.DEPRECATED && !isExpired(now);
    }
}
