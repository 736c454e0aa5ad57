package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue;
import java.util.Optional;
import java.util.function.Supplier;

/** Creates an alias of a deployment, or moves one. */
public final class CreateAliasHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("CreateAlias", Scopes.WRITE, "POST /aliases");

    private final AliasStore aliases;

    public CreateAliasHandler() {
        this(Platform.lambda());
    }

    public CreateAliasHandler(Platform platform) {
        super(platform, OPERATION);
        this.aliases = new Stores(platform).aliases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AliasId> alias = input.body("alias", InputType.text(AliasId::parseNew));
        Supplier<Target> target = input.body("target", InputType.text(Target::parse));
        Supplier<Optional<Boolean>> override = input.optionalBody("override", InputType.bool());
        Supplier<Optional<DeploymentId>> expected = input.optionalBody("expectedDeployment", Fields.DEPLOYMENT_ID);
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        input.verify();

        Cause cause = new Cause(request.actor(), reason.get());
        return switch (target.get()) {
            case Target.BadAlias(String why) -> HttpResponse.problem(400, "INVALID_ALIAS", why);
            case Target.BadDeploymentId(String why) -> HttpResponse.problem(400, "INVALID_DEPLOYMENT_ID", why);
            case Target.ToDeployment(DeploymentId id) ->
                point(new AliasRequest(alias.get(), id, override.get().orElse(false), expected.get()), cause);
            case Target.ToAlias(AliasId other) ->
                aliases.getAliasById(other)
                        .map(found -> point(
                                new AliasRequest(
                                        alias.get(),
                                        found.deployment(),
                                        override.get().orElse(false),
                                        expected.get()),
                                cause))
                        .orElseGet(() -> HttpResponse.problem(400, "INVALID_ALIAS", "No alias " + other + " exists."));
        };
    }

    private HttpResponse point(AliasRequest request, Cause cause) {
        return switch (aliases.createAlias(request, cause)) {
            case AliasOutcome.Pointed(Alias alias, Optional<DeploymentId> previous) ->
                HttpResponse.created(location(alias.id()), AliasView.of(alias, previous))
                        .withETag(AliasView.tagOf(alias));
            case AliasOutcome.UnknownDeployment _ ->
                HttpResponse.problem(400, "INVALID_DEPLOYMENT_ID", "No deployment " + request.target() + " exists.");
            case AliasOutcome.DeploymentClosed(DeploymentStatus status) ->
                HttpResponse.problem(Problem.of(
                                409,
                                "INVALID_TRANSITION",
                                "A deployment in status " + status + " accepts no new aliases.")
                        .with("from", status.name()));
            case AliasOutcome.Protected _ -> Problems.deploymentAlias(request.alias());
            case AliasOutcome.OverrideNotAllowed(Optional<Alias> current) ->
                Problems.overrideNotAllowed(request.alias(), current);
            case AliasOutcome.Changed(Optional<Alias> current) -> changed(request.alias(), current);
        };
    }

    private static HttpResponse changed(AliasId id, Optional<Alias> current) {
        JsonValue deployment = current.<JsonValue>map(
                        alias -> new JsonValue.Text(alias.deployment().value()))
                .orElseGet(JsonValue.Null::new);
        return HttpResponse.problem(Problem.of(409, "ALIAS_CHANGED", id + " does not point to the expected deployment.")
                .with("deployment", deployment));
    }

    private static String location(AliasId id) {
        return "/aliases/" + (id.path().isRoot() ? id.host() : id);
    }
}
