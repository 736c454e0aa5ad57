package dev.backplane.deployments;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An alias, without its configuration.
 *
 * @param createdAt when the alias was pointed to its deployment
 * @param revision counts the changes of what the alias points to or allows
 * @param isProtected whether the alias belongs to its deployment and is deleted with it
 * @param isReady whether the deployment is finished, so that the alias resolves
 * @param back the revision whose deployment a rollback returns to
 * @param lock the revision that locked the alias
 * @param expiry when the alias ends
 */
public record Alias(
        AliasId id,
        DeploymentId deployment,
        Instant createdAt,
        long revision,
        boolean isProtected,
        boolean isReady,
        Optional<Long> back,
        Optional<Long> lock,
        Optional<ActiveSplit> split,
        Optional<Instant> expiry) {

    /** Returns a new custom alias. */
    public static Alias created(AliasId id, Deployment target, Instant now, long revision) {
        return created(id, target, now, revision, false);
    }

    /** Returns a new alias that belongs to a deployment. */
    public static Alias ofDeployment(AliasId id, Deployment owner, Instant now, long revision) {
        return created(id, owner, now, revision, true);
    }

    private static Alias created(AliasId id, Deployment target, Instant now, long revision, boolean isProtected) {
        return new Alias(
                id,
                target.id(),
                now,
                revision,
                isProtected,
                target.status().isServed(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns the identity of the configuration that the alias serves. */
    public AliasVersion version() {
        return new AliasVersion(id, deployment, createdAt, isReady);
    }

    /** Returns the identity of the configuration that a split of the alias serves. */
    public AliasVersion version(ActiveSplit other) {
        return new AliasVersion(id, other.deployment(), other.createdAt(), other.isReady());
    }

    /** Returns the identity of the configuration that a variant serves; the alias must have it. */
    public AliasVersion version(Variant variant) {
        return variant == Variant.STABLE ? version() : version(split.orElseThrow());
    }

    /** Returns whether the alias has ended, although its rows may still exist. */
    public boolean isExpired(Instant now) {
        return expiry.isPresent() && !now.isBefore(expiry.get());
    }

    /** Returns whether the alias or its split points to a deployment. */
    public boolean pointsTo(DeploymentId other, Variant variant) {
        return switch (variant) {
            case STABLE -> deployment.equals(other);
            case NEW -> split.map(ActiveSplit::deployment).equals(Optional.of(other));
        };
    }

    /** Returns whether the deployment of a variant is finished, as far as the alias knows. */
    public boolean isReady(Variant variant) {
        return switch (variant) {
            case STABLE -> isReady;
            case NEW -> split.filter(ActiveSplit::isReady).isPresent();
        };
    }

    /** Returns the deployments that count this alias, which must not be deleted while it exists. */
    public List<DeploymentId> counted() {
        return isProtected
                ? List.of()
                : Stream.concat(Stream.of(deployment), split.map(ActiveSplit::deployment).stream())
                        .toList();
    }

    /** Returns the alias after a move, which ends a split. */
    public Alias movedTo(Deployment target, Instant now) {
        Optional<Long> next = target.id().equals(deployment) ? back : Optional.of(revision);
        return new Alias(
                id,
                target.id(),
                now,
                revision + 1,
                isProtected,
                target.status().isServed(),
                next,
                lock,
                Optional.empty(),
                expiry);
    }

    /** Returns the alias after a move to where it was before, so that the next rollback goes further back. */
    public Alias returnedTo(Deployment target, Optional<Long> further, Instant now) {
        Alias moved = movedTo(target, now);
        return moved.with(moved.revision, further, lock, Optional.empty(), expiry);
    }

    /** Returns the same with another end. */
    public Alias expiringAt(Optional<Instant> end) {
        return with(revision, back, lock, split, end);
    }

    public Alias locked() {
        return with(revision + 1, back, Optional.of(revision + 1), split, expiry);
    }

    public Alias unlocked() {
        return with(revision + 1, back, Optional.empty(), split, expiry);
    }

    /** Returns the alias with another split, or without one. */
    public Alias splitAs(Optional<ActiveSplit> other) {
        return with(revision + 1, back, lock, other, expiry);
    }

    private Alias with(
            long next,
            Optional<Long> further,
            Optional<Long> otherLock,
            Optional<ActiveSplit> other,
            Optional<Instant> end) {
        return new Alias(id, deployment, createdAt, next, isProtected, isReady, further, otherLock, other, end);
    }
}
