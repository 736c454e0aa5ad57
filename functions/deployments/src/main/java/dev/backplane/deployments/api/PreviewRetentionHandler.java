package dev.backplane.deployments.api;

import dev.backplane.deployments.Expiration;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.Retention;
import dev.backplane.deployments.store.DeploymentExpirer;
import dev.backplane.deployments.store.DeploymentPosition;
import dev.backplane.deployments.store.RetentionStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import java.util.function.Supplier;

/** Lists the deployments that the next sweep of a project deletes or requests the destruction of. */
public final class PreviewRetentionHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("PreviewRetention", Scopes.READ, "POST /projects/{project}/retention/preview");

    private final RetentionStore retentions;
    private final DeploymentExpirer expirer;

    public PreviewRetentionHandler() {
        this(Platform.lambda());
    }

    public PreviewRetentionHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.retentions = stores.retentions();
        this.expirer = stores.expirer();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<ProjectName> project = input.path("project", Fields.PROJECT);
        Paging paging = input.paging();
        input.verify();

        return retentions
                .getRetention(project.get())
                .map(policy -> preview(policy, paging))
                .orElseGet(() -> Problems.retentionNotFound(project.get()));
    }

    private HttpResponse preview(Retention policy, Paging paging) {
        // A cursor is past the deployments that the policy keeps, so it belongs to this policy only.
        String list = policy.reason();
        Page<Expiration, DeploymentPosition> page =
                expirer.preview(policy, paging.limit(), paging.after(list, DeploymentPosition::parse));
        return HttpResponse.page(
                ExpirationView.class,
                page.items().stream()
                        .map(expiration -> ExpirationView.of(expiration, policy))
                        .toList(),
                page.next().map(position -> paging.cursor(list, position.toString())));
    }
}
