package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.BasePath;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.StatusOutcome;
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
import java.util.Optional;
import java.util.function.Supplier;

/** Changes the status of a deployment. */
public final class UpdateDeploymentStatusHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("UpdateDeploymentStatus", Scopes.WRITE, "PUT /deployments/{id}/status");

    /** Keeps an item with three such parts below the 400 KB that DynamoDB allows. */
    static final int MAX_CONFIG_BYTES = 100 * 1024;

    private final DeploymentStore deployments;
    private final AliasSync sync;

    public UpdateDeploymentStatusHandler() {
        this(Platform.lambda());
    }

    public UpdateDeploymentStatusHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.deployments = stores.deployments();
        this.sync = stores.sync();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<DeploymentId> id = input.path("id", Fields.DEPLOYMENT_ID);
        Supplier<StatusChange> change = change(input);
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        input.verify();

        Cause cause = new Cause(request.actor(), reason.get());
        return switch (deployments.updateDeploymentStatus(id.get(), change.get(), cause)) {
            case StatusOutcome.Changed(Deployment deployment) -> {
                sync.afterChange(deployment);
                yield DeploymentView.response(deployment);
            }
            case StatusOutcome.Unchanged(Deployment deployment) -> DeploymentView.response(deployment);
            case StatusOutcome.NotFound _ -> Problems.deploymentNotFound(id.get());
            case StatusOutcome.NotAllowed(DeploymentStatus from) ->
                Problems.notAllowed(from, change.get().to());
            case StatusOutcome.AliasTaken(AliasId alias, Optional<Alias> current) ->
                current.filter(Alias::isProtected).isPresent()
                        ? Problems.deploymentAlias(alias)
                        : Problems.overrideNotAllowed(alias, current);
        };
    }

    private static Supplier<StatusChange> change(Input input) {
        Supplier<DeploymentStatus> status = input.body("status", InputType.oneOf(DeploymentStatus.class));
        Supplier<Optional<String>> stack = input.optionalBody("cloudFormationStack", InputType.text(Fields::stack));
        Supplier<Optional<String>> routes = input.optionalJson("routes", MAX_CONFIG_BYTES);
        Supplier<Optional<String>> lambdaRoutes = input.optionalJson("lambdaRoutes", MAX_CONFIG_BYTES);
        Supplier<Optional<String>> prerenders = input.optionalJson("prerenders", MAX_CONFIG_BYTES);
        Supplier<Optional<AliasId>> alias = input.optionalBody(
                "deploymentAlias", host -> new AliasId(Fields.NEW_HOSTNAME.read(host), BasePath.ROOT));
        input.require(
                () -> alias.get().isEmpty() || status.get() == DeploymentStatus.FINISHED,
                "deploymentAlias",
                "is only allowed with the status FINISHED");
        return () -> new StatusChange(
                status.get(),
                stack.get(),
                new SiteConfig(routes.get(), lambdaRoutes.get(), prerenders.get()),
                alias.get());
    }
}
