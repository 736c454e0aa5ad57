package dev.backplane.deployments.api;

import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.Retention;
import dev.backplane.deployments.store.RetentionStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/** Sets which deployments of a project are kept. */
public final class PutRetentionHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("PutRetention", Scopes.ADMIN, "PUT /projects/{project}/retention");

    private final RetentionStore retentions;
    private final Clock clock;

    public PutRetentionHandler() {
        this(Platform.lambda());
    }

    public PutRetentionHandler(Platform platform) {
        super(platform, OPERATION);
        this.retentions = new Stores(platform).retentions();
        this.clock = platform.clock();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<ProjectName> project = input.path("project", Fields.PROJECT);
        Supplier<Optional<Integer>> keepLast =
                input.optionalBody("keepLast", InputType.number(1, Retention.MAX_KEEP_LAST));
        Supplier<Optional<Integer>> keepDays =
                input.optionalBody("keepDays", InputType.number(1, Retention.MAX_KEEP_DAYS));
        input.require(
                () -> keepLast.get().isPresent() || keepDays.get().isPresent(), "keepLast", "or keepDays is required");
        input.verify();

        Retention policy =
                new Retention(project.get(), keepLast.get(), keepDays.get(), request.actor(), Times.now(clock));
        retentions.putRetention(policy);
        return HttpResponse.ok(RetentionView.of(policy));
    }
}
