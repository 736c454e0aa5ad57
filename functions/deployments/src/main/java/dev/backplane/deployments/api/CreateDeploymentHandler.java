package dev.backplane.deployments.api;

import dev.backplane.deployments.CreateOutcome;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.KeyedRequest;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.Template;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Ids;
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

/** Registers a deployment. */
public final class CreateDeploymentHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("CreateDeployment", Scopes.WRITE, "POST /deployments");

    private final DeploymentStore deployments;
    private final Clock clock;
    private final Ids ids;

    public CreateDeploymentHandler() {
        this(Platform.lambda());
    }

    public CreateDeploymentHandler(Platform platform) {
        super(platform, OPERATION);
        this.clock = platform.clock();
        this.ids = platform.ids();
        this.deployments = new Stores(platform).deployments();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Optional<DeploymentId>> id = input.optionalBody("id", Fields.DEPLOYMENT_ID);
        Supplier<Optional<Template>> template = input.optionalBody("template", InputType.oneOf(Template.class));
        Supplier<Origin> origin = Fields.origin(input);
        Supplier<Optional<KeyedRequest>> keyed = Fields.keyed(OPERATION, request, input);
        input.verify();

        Deployment deployment = Deployment.initialized(
                id.get().orElseGet(() -> new DeploymentId(ids.next())),
                Times.now(clock),
                template.get().orElse(Template.FUNCTION_URLS),
                request.actor(),
                origin.get());
        return switch (deployments.createDeployment(deployment, keyed.get())) {
            case CreateOutcome.Created(Deployment created) ->
                HttpResponse.created("/deployments/" + created.id(), DeploymentView.of(created));
            case CreateOutcome.Repeated(Deployment earlier) -> HttpResponse.ok(DeploymentView.of(earlier));
            case CreateOutcome.Exists _ ->
                HttpResponse.problem(409, "DEPLOYMENT_EXISTS", "A deployment " + deployment.id() + " already exists.");
            case CreateOutcome.IdempotencyMismatch _ -> Problems.idempotencyMismatch();
        };
    }
}
