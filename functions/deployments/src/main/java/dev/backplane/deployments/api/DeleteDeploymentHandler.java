package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.AliasSync;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Deletes a deployment, or requests the destruction of its stack first. */
public final class DeleteDeploymentHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("DeleteDeployment", Scopes.WRITE, "DELETE /deployments/{id}");

    private static final int ALIASES_SHOWN = 10;

    private final DeploymentStore deployments;
    private final AliasStore aliases;
    private final AliasSync sync;

    public DeleteDeploymentHandler() {
        this(Platform.lambda());
    }

    public DeleteDeploymentHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.deployments = stores.deployments();
        this.aliases = stores.aliases();
        this.sync = stores.sync();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<DeploymentId> id = input.path("id", Fields.DEPLOYMENT_ID);
        Supplier<Optional<Boolean>> stackDeleted = input.optionalQuery("stackDeleted", InputType.flag());
        Supplier<Optional<String>> reason = input.optionalQuery("reason", InputType.reason());
        input.verify();

        return switch (deployments.deleteDeploymentById(
                id.get(), stackDeleted.get().orElse(false), new Cause(request.actor(), reason.get()))) {
            case DeleteOutcome.Deleted _ -> HttpResponse.noContent();
            case DeleteOutcome.DestroyRequested(Deployment deployment) -> {
                sync.afterChange(deployment);
                yield DeploymentView.response(deployment);
            }
            case DeleteOutcome.NotFound _ -> Problems.deploymentNotFound(id.get());
            case DeleteOutcome.AliasesAssociated _ -> aliasesAssociated(id.get());
            case DeleteOutcome.DestroyInProgress _ ->
                HttpResponse.problem(
                        409,
                        "DESTROY_IN_PROGRESS",
                        "The deployment is being destroyed; send stackDeleted=true when its stack is deleted.");
            case DeleteOutcome.Drift(DeploymentStatus status) ->
                HttpResponse.problem(
                        409,
                        "DEPLOYMENT_DRIFT",
                        "The deployment is in status " + status + "; its resources would be left behind.");
        };
    }

    private HttpResponse aliasesAssociated(DeploymentId id) {
        // One more than shown, because the deployment's own alias is left out.
        List<String> shown = aliases.listAliasesForDeployment(id, ALIASES_SHOWN + 1, Optional.empty()).items().stream()
                .filter(alias -> !alias.isProtected())
                .map(AliasSummary::id)
                .map(Object::toString)
                .limit(ALIASES_SHOWN)
                .toList();
        return HttpResponse.problem(
                Problem.of(409, "ALIASES_ASSOCIATED", "Aliases point to the deployment; move or delete them first.")
                        .with("aliases", shown));
    }
}
