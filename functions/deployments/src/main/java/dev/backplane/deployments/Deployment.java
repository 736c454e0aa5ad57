package dev.backplane.deployments;

import java.time.Instant;
import java.util.Optional;

/**
 * A deployment of a site.
 *
 * @param alias the protected alias that belongs to it and goes with it
 * @param aliasCount how many other aliases point to it
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

    /** Returns a deployment that nothing has happened to yet. */
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
