package dev.backplane.deployments;

import java.util.Optional;

/**
 * A step in a deployment's life, with what became known by it.
 *
 * @param alias the protected alias to create with the step
 */
public record StatusChange(DeploymentStatus to, Optional<String> stack, SiteConfig config, Optional<AliasId> alias) {

    /** Returns a step that brings nothing but itself. */
    public static StatusChange to(DeploymentStatus status) {
        return new StatusChange(status, Optional.empty(), SiteConfig.NONE, Optional.empty());
    }
}
