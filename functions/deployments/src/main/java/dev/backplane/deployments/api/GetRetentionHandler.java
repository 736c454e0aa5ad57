package dev.backplane.deployments.api;

import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.store.RetentionStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import java.util.function.Supplier;

/** Returns which deployments of a project are kept. */
public final class GetRetentionHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("GetRetention", Scopes.READ, "GET /projects/{project}/retention");

    private final RetentionStore retentions;

    public GetRetentionHandler() {
        this(Platform.lambda());
    }

    public GetRetentionHandler(Platform platform) {
        super(platform, OPERATION);
        this.retentions = new Stores(platform).retentions();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<ProjectName> project = input.path("project", Fields.PROJECT);
        input.verify();

        return retentions
                .getRetention(project.get())
                .<HttpResponse>map(policy -> HttpResponse.ok(RetentionView.of(policy)))
                .orElseGet(() -> Problems.retentionNotFound(project.get()));
    }
}
