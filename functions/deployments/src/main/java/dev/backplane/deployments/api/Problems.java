package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Problem;
import java.util.List;
import java.util.Optional;

/** The problems that several operations return. */
final class Problems {

    private Problems() {}

    static Refusal deploymentNotFound(DeploymentId id) {
        return HttpResponse.problem(404, "DEPLOYMENT_NOT_FOUND", "No deployment " + id + " exists.");
    }

    static Refusal aliasNotFound(Object alias) {
        return HttpResponse.problem(404, "ALIAS_NOT_FOUND", "No alias for " + alias + " exists.");
    }

    static Refusal deploymentAlias(Object alias) {
        return HttpResponse.problem(
                409, "DEPLOYMENT_ALIAS", alias + " belongs to a deployment and is deleted with it.");
    }

    static Refusal overrideNotAllowed(AliasId id, Optional<Alias> current) {
        Problem problem = Problem.of(
                409, "ALIAS_OVERRIDE_NOT_ALLOWED", id + " exists; send override to move it to another deployment.");
        return HttpResponse.problem(current.map(
                        alias -> problem.with("deployment", alias.deployment().value()))
                .orElse(problem));
    }

    static Refusal notAllowed(DeploymentStatus from, DeploymentStatus to) {
        List<String> allowed = from.next().stream().map(Enum::name).toList();
        return HttpResponse.problem(
                Problem.of(409, "INVALID_TRANSITION", "A deployment cannot change from " + from + " to " + to + ".")
                        .with("from", from.name())
                        .with("to", to.name())
                        .with("allowed", allowed));
    }
}
