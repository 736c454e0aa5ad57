package dev.backplane.deployments.api;

import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.deployments.store.DeploymentPosition;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;

/** Lists deployments, newest first. */
public final class ListDeploymentsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListDeployments", Scopes.READ, "GET /deployments");

    private static final String ALL = "";

    private final DeploymentStore deployments;

    public ListDeploymentsHandler() {
        this(Platform.lambda());
    }

    public ListDeploymentsHandler(Platform platform) {
        super(platform, OPERATION);
        this.deployments = new Stores(platform).deployments();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Paging paging = input.paging();
        input.verify();

        Page<DeploymentSummary, DeploymentPosition> page =
                deployments.listDeployments(paging.limit(), paging.after(ALL, DeploymentPosition::parse));
        return HttpResponse.page(
                DeploymentSummaryView.class,
                page.items().stream().map(DeploymentSummaryView::of).toList(),
                page.next().map(position -> paging.cursor(ALL, position.toString())));
    }
}
