package dev.backplane.deployments;

import java.util.Optional;

/**
 * A change of a deployment's status, with the values that it sets.
 *
 * @param alias the protected alias to create with the change
 */
public record StatusChange(DeploymentStatus to, Optional<String> stack, SiteConfig config, Optional<AliasId> alias) {

    /** Returns a change of the status only. */
    public static StatusChange to(DeploymentStatus status) {
        return new StatusChange(status, Optional.empty(), SiteConfig.NONE, Optional.empty());
    }
}
