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

/** Deletes the retention policy of a project, so that all its deployments are kept. */
public final class DeleteRetentionHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("DeleteRetention", Scopes.ADMIN, "DELETE /projects/{project}/retention");

    private final RetentionStore retentions;

    public DeleteRetentionHandler() {
        this(Platform.lambda());
    }

    public DeleteRetentionHandler(Platform platform) {
        super(platform, OPERATION);
        this.retentions = new Stores(platform).retentions();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<ProjectName> project = input.path("project", Fields.PROJECT);
        input.verify();

        return retentions.deleteRetention(project.get())
                ? HttpResponse.noContent()
                : Problems.retentionNotFound(project.get());
    }
}
