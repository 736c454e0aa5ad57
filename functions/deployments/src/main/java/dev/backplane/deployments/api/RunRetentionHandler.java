package dev.backplane.deployments.api;

import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.Retention;
import dev.backplane.deployments.store.DeploymentExpirer;
import dev.backplane.deployments.store.RetentionStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.log.Invocation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** Does for one project what the daily sweep does, for a limited number of deployments. */
public final class RunRetentionHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("RunRetention", Scopes.ADMIN, "POST /projects/{project}/retention/run");

    private static final int MOST = 25;

    /** Less than the timeout of the function. */
    private static final Duration TIME = Duration.ofSeconds(6);

    private final RetentionStore retentions;
    private final DeploymentExpirer expirer;
    private final Clock clock;

    public RunRetentionHandler() {
        this(Platform.lambda());
    }

    public RunRetentionHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.retentions = stores.retentions();
        this.expirer = stores.expirer();
        this.clock = platform.clock();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<ProjectName> project = input.path("project", Fields.PROJECT);
        input.verify();

        return retentions
                .getRetention(project.get())
                .map(policy -> run(policy, request.actor()))
                .orElseGet(() -> Problems.retentionNotFound(project.get()));
    }

    private HttpResponse run(Retention policy, Actor actor) {
        Instant end = clock.instant().plus(TIME);
        DeploymentExpirer.Run run =
                expirer.run(policy, MOST, actor, () -> clock.instant().isBefore(end));
        if (run.expired().isEmpty() && !run.failures().isEmpty()) {
            throw run.failures().getFirst();
        }
        run.failures().forEach(Invocation::recordFailure);
        return HttpResponse.ok(RetentionRunView.of(run, policy));
    }
}
