package dev.backplane.deployments;

import dev.backplane.platform.Actor;
import java.time.Instant;
import java.util.Optional;

/**
 * A deployment of a site.
 *
 * @param alias the protected alias that belongs to the deployment and is deleted with it
 * @param aliasCount the number of other aliases that point to the deployment
 * @param createdBy empty for deployments that are older than this record of it
 * @param lastLiveDate when an alias last stopped pointing to the deployment
 */
public record Deployment(
        DeploymentId id,
        Instant createdAt,
        DeploymentStatus status,
        Template template,
        Optional<String> stack,
        Optional<AliasId> alias,
        SiteConfig config,
        long aliasCount,
        Optional<Actor> createdBy,
        Origin origin,
        Optional<Instant> lastLiveDate) {

    /** Returns a new deployment of unknown origin. */
    public static Deployment initialized(DeploymentId id, Instant createdAt, Template template, Actor createdBy) {
        return initialized(id, createdAt, template, createdBy, Origin.NONE);
    }

    /** Returns a new deployment. */
    public static Deployment initialized(
            DeploymentId id, Instant createdAt, Template template, Actor createdBy, Origin origin) {
        return new Deployment(
                id,
                createdAt,
                DeploymentStatus.INITIALIZED,
                template,
                Optional.empty(),
                Optional.empty(),
                SiteConfig.NONE,
                0,
                Optional.of(createdBy),
                origin,
                Optional.empty());
    }

    /** Returns a new deployment like this one with another id and date. */
    public Deployment at(DeploymentId otherId, Instant otherDate) {
        return initialized(otherId, otherDate, template, createdBy.orElseThrow(), origin);
    }

    /** Returns this deployment after a change of its status. */
    public Deployment after(StatusChange change) {
        return new Deployment(
                id,
                createdAt,
                change.to(),
                template,
                change.stack().or(() -> stack),
                change.alias().or(() -> alias),
                change.config().withMissingFrom(config),
                aliasCount,
                createdBy,
                origin,
                lastLiveDate);
    }
}
