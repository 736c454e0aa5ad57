package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Template;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** A deployment as callers see it. */
@Json
record DeploymentView(
        String id,
        String createDate,
        DeploymentStatus status,
        Template template,
        @Nullable String deploymentAlias,
        @Nullable String cloudFormationStack,
        @Json.Raw @Nullable String routes,
        @Json.Raw @Nullable String lambdaRoutes,
        @Json.Raw @Nullable String prerenders) {

    static DeploymentView of(Deployment deployment) {
        return new DeploymentView(
                deployment.id().value(),
                Times.format(deployment.createDate()),
                deployment.status(),
                deployment.template(),
                deployment.alias().map(AliasId::toString).orElse(null),
                deployment.stack().orElse(null),
                deployment.config().routes().orElse(null),
                deployment.config().lambdaRoutes().orElse(null),
                deployment.config().prerenders().orElse(null));
    }
}
