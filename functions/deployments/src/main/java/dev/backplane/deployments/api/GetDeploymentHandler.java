package dev.backplane.deployments.api;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import java.util.function.Supplier;

/** Returns one deployment. */
public final class GetDeploymentHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("GetDeployment", Scopes.READ, "GET /deployments/{id}");

    private final DeploymentStore deployments;

    public GetDeploymentHandler() {
        this(Platform.lambda());
    }

    public GetDeploymentHandler(Platform platform) {
        super(platform, OPERATION);
        this.deployments =
                new DeploymentStore(platform.dynamo(), DeploymentsSettings.from(platform.settings()), platform.clock());
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<DeploymentId> id = input.path("id", Fields.DEPLOYMENT_ID);
        input.verify();

        return deployments
                .getDeploymentById(id.get())
                .<HttpResponse>map(deployment -> HttpResponse.ok(DeploymentView.of(deployment)))
                .orElseGet(() -> Problems.deploymentNotFound(id.get()));
    }
}
