package dev.backplane.deployments.api;

import dev.backplane.deployments.BranchName;
import dev.backplane.deployments.DeploymentFilter;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.store.DeploymentPosition;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.ProjectStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists deployments, all or those of a project, newest first. */
public final class ListDeploymentsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListDeployments", Scopes.READ, "GET /deployments");

    private static final String ALL = "";

    private final DeploymentStore deployments;
    private final ProjectStore projects;

    public ListDeploymentsHandler() {
        this(Platform.lambda());
    }

    public ListDeploymentsHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.deployments = stores.deployments();
        this.projects = stores.projects();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Optional<ProjectName>> project = input.optionalQuery("project", Fields.PROJECT);
        Supplier<Optional<BranchName>> branch = input.optionalQuery("branch", Fields.BRANCH);
        Supplier<Optional<DeploymentStatus>> status =
                input.optionalQuery("status", InputType.oneOf(DeploymentStatus.class));
        Fields.requireProject(input, project, "branch", branch);
        Fields.requireProject(input, project, "status", status);
        Paging paging = input.paging();
        input.verify();

        return project.get()
                .map(name -> ofProject(new DeploymentFilter(name, branch.get(), status.get()), paging))
                .orElseGet(() -> all(paging));
    }

    private HttpResponse all(Paging paging) {
        return render(
                deployments.listDeployments(paging.limit(), paging.after(ALL, DeploymentPosition::parse)), paging, ALL);
    }

    private HttpResponse ofProject(DeploymentFilter filter, Paging paging) {
        String list = filter.toString();
        return render(
                projects.listDeployments(filter, paging.limit(), paging.after(list, DeploymentPosition::parse)),
                paging,
                list);
    }

    private static HttpResponse render(Page<DeploymentSummary, DeploymentPosition> page, Paging paging, String list) {
        return HttpResponse.page(
                DeploymentSummaryView.class,
                page.items().stream().map(DeploymentSummaryView::of).toList(),
                page.next().map(position -> paging.cursor(list, position.toString())));
    }
}
