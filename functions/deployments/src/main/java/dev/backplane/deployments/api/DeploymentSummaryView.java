package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.BranchName;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** A deployment in a list; lists of a project also say where it comes from. */
@Json
record DeploymentSummaryView(
        String id,
        String createdAt,
        DeploymentStatus status,
        @Nullable String deploymentAlias,
        @Nullable String branch,
        @Nullable String commit,
        @Nullable String message) {

    static DeploymentSummaryView of(DeploymentSummary deployment) {
        return new DeploymentSummaryView(
                deployment.id().value(),
                Times.format(deployment.createdAt()),
                deployment.status(),
                deployment.alias().map(AliasId::toString).orElse(null),
                deployment.origin().branch().map(BranchName::value).orElse(null),
                deployment.origin().commit().orElse(null),
                deployment.origin().message().orElse(null));
    }
}
