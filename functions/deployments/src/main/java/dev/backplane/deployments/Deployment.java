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
 */
public record Deployment(
        DeploymentId id,
        Instant createDate,
        DeploymentStatus status,
        Template template,
        Optional<String> stack,
        Optional<AliasId> alias,
        SiteConfig config,
        long aliasCount,
        Optional<Actor> createdBy) {

    /** Returns a new deployment. */
    public static Deployment initialized(DeploymentId id, Instant createDate, Template template, Actor createdBy) {
        return new Deployment(
                id,
                createDate,
                DeploymentStatus.INITIALIZED,
                template,
                Optional.empty(),
                Optional.empty(),
                SiteConfig.NONE,
                0,
                Optional.of(createdBy));
    }

    /** Returns this deployment after a change of its status. */
    public Deployment after(StatusChange change) {
        return new Deployment(
                id,
                createDate,
                change.to(),
                template,
                change.stack().or(() -> stack),
                change.alias().or(() -> alias),
                change.config().over(config),
                aliasCount,
                createdBy);
    }
}
