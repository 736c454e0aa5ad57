package dev.backplane.deployments.api;

import dev.backplane.deployments.BranchName;
import dev.backplane.deployments.Deletion;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Expiration;
import dev.backplane.deployments.Retention;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** A deployment that a retention policy does not keep, with the status that it had when this was decided. */
@Json
record ExpirationView(
        String id,
        DeploymentStatus status,
        String createdAt,
        @Nullable String branch,
        @Nullable String commit,
        String action,
        String why) {

    static ExpirationView of(Expiration expiration, Retention policy) {
        Deployment deployment = expiration.deployment();
        return new ExpirationView(
                deployment.id().value(),
                deployment.status(),
                Times.format(deployment.createdAt()),
                deployment.origin().branch().map(BranchName::value).orElse(null),
                deployment.origin().commit().orElse(null),
                expiration.deletion() instanceof Deletion.RequestDestroy ? "destroy" : "delete",
                policy.reason());
    }
}
