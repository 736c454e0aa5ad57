package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.BranchName;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.Template;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpResponse;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** A deployment as callers see it, without its configuration, which is JSON already. */
@Json
record DeploymentView(
        String id,
        String createdAt,
        DeploymentStatus status,
        Template template,
        @Nullable String deploymentAlias,
        @Nullable String cloudFormationStack,
        @Nullable Actor createdBy,
        @Nullable String project,
        @Nullable String branch,
        @Nullable String commit,
        @Nullable String message) {

    /** Returns a deployment with the parts of its configuration that exist. */
    static HttpResponse response(Deployment deployment) {
        return HttpResponse.ok(of(deployment), deployment.config().members());
    }

    static DeploymentView of(Deployment deployment) {
        return new DeploymentView(
                deployment.id().value(),
                Times.format(deployment.createdAt()),
                deployment.status(),
                deployment.template(),
                deployment.alias().map(AliasId::toString).orElse(null),
                deployment.stack().orElse(null),
                deployment.createdBy().orElse(null),
                deployment.origin().project().map(ProjectName::value).orElse(null),
                deployment.origin().branch().map(BranchName::value).orElse(null),
                deployment.origin().commit().orElse(null),
                deployment.origin().message().orElse(null));
    }
}
