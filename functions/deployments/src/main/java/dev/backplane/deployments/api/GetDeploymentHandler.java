package dev.backplane.deployments.api;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import java.util.function.Supplier;

/** Returns a deployment. */
public final class GetDeploymentHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("GetDeployment", Scopes.READ, "GET /deployments/{id}").withSnapshot();

    private final DeploymentStore deployments;

    public GetDeploymentHandler() {
        this(Platform.lambda());
    }

    public GetDeploymentHandler(Platform platform) {
        super(platform, OPERATION);
        this.deployments = new Stores(platform).deployments();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<DeploymentId> id = input.path("id", Fields.DEPLOYMENT_ID);
        input.verify();

        return deployments
                .getDeploymentById(id.get())
                .map(DeploymentView::response)
                .orElseGet(() -> Problems.deploymentNotFound(id.get()));
    }
}
