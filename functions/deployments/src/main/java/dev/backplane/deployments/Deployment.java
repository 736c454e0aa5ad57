package dev.backplane.deployments;

import java.time.Instant;
import java.util.Optional;

/**
 * A deployment of a site.
 *
 * @param alias the protected alias that belongs to the deployment and is deleted with it
 * @param aliasCount the number of other aliases that point to the deployment
 */
public record Deployment(
        DeploymentId id,
        Instant createDate,
        DeploymentStatus status,
        Template template,
        Optional<String> stack,
        Optional<AliasId> alias,
        SiteConfig config,
        long aliasCount) {

    /** Returns a new deployment. */
    public static Deployment initialized(DeploymentId id, Instant createDate, Template template) {
        return new Deployment(
                id,
                createDate,
                DeploymentStatus.INITIALIZED,
                template,
                Optional.empty(),
                Optional.empty(),
                SiteConfig.NONE,
                0);
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
                aliasCount);
    }
}
