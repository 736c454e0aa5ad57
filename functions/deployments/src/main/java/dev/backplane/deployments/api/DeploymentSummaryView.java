package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** A deployment in a list. */
@Json
record DeploymentSummaryView(
        String id,
        String createDate,
        DeploymentStatus status,
        @Nullable String deploymentAlias) {

    static DeploymentSummaryView of(DeploymentSummary deployment) {
        return new DeploymentSummaryView(
                deployment.id().value(),
                Times.format(deployment.createDate()),
                deployment.status(),
                deployment.alias().map(AliasId::toString).orElse(null));
    }
}
