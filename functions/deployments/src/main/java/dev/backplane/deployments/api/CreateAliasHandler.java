package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.AliasTarget;
import dev.backplane.deployments.DeploymentId;
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
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Creates an alias of a deployment, or moves one. */
public final class CreateAliasHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("CreateAlias", Scopes.WRITE, "POST /aliases");

    private final AliasStore aliases;
    private final Clock clock;

    public CreateAliasHandler() {
        this(Platform.lambda());
    }

    public CreateAliasHandler(Platform platform) {
        super(platform, OPERATION);
        this.aliases = new Stores(platform).aliases();
        this.clock = platform.clock();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AliasId> alias = input.body("alias", InputType.text(AliasId::parseNew));
        Supplier<Target> target = input.body("target", InputType.text(Target::parse));
        Supplier<Optional<Boolean>> override = input.optionalBody("override", InputType.bool());
        Supplier<Optional<DeploymentId>> expected = input.optionalBody("expectedDeployment", Fields.DEPLOYMENT_ID);
        Supplier<Optional<Instant>> expiry = input.optionalBody("expiresAt", InputType.futureTime(clock));
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        input.verify();

        Function<DeploymentId, HttpResponse> point = id -> point(
                new AliasRequest(alias.get(), id, override.get().orElse(false), expected.get(), expiry.get()),
                new Cause(request.actor(), reason.get()));
        return switch (target.get()) {
            case Target.BadAlias(String why) -> HttpResponse.problem(400, "INVALID_ALIAS", why);
            case Target.BadDeploymentId(String why) -> HttpResponse.problem(400, "INVALID_DEPLOYMENT_ID", why);
            case Target.Valid(AliasTarget.ToDeployment(DeploymentId id)) -> point.apply(id);
            case Target.Valid(AliasTarget.ToAlias(AliasId other)) ->
                aliases.getAliasById(other)
                        .map(Alias::deployment)
                        .map(point)
                        .orElseGet(() -> Problems.of(alias.get(), new AliasOutcome.UnknownTarget(other)));
        };
    }

    private HttpResponse point(AliasRequest request, Cause cause) {
        return switch (aliases.createAlias(request, cause)) {
            case AliasOutcome.Applied(Alias alias, Optional<DeploymentId> previous) ->
                HttpResponse.created(location(alias.id()), AliasView.of(alias, previous))
                        .withETag(AliasView.tagOf(alias));
            case AliasOutcome.Refusal refusal -> Problems.of(request.alias(), refusal);
        };
    }

    private static String location(AliasId id) {
        return "/aliases/" + (id.path().isRoot() ? id.host() : id);
    }
}
