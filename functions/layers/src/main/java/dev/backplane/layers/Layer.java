package dev.backplane.layers;

import java.time.Instant;
import java.util.Optional;

/**
 * One version of a layer.
 *
 * @param version the registry's own number, counted from 1 for each package and region
 * @param expires when it is to be deleted, once a newer version took its place
 * @param deleted when it was deleted
 * @param failure why it could not be deleted, if that was given up
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

    /** Returns what a request makes when it is the first to get a number. */
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

    /** Says whether its time is over, though it may still be there for a while. */
    public boolean isExpired(Instant now) {
        return expires.filter(end -> !end.isAfter(now)).isPresent();
    }

    /** Says whether it can take the place of a newer version. */
    public boolean isPromotable(Instant now) {
        return status == DeployStatus.DEPRECATED && !isExpired(now);
    }
}
