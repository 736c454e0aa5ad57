package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.Resolution;
import dev.backplane.deployments.ResolveRequest;
import dev.backplane.deployments.store.AliasResolver;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.HttpResponse.Success;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.JsonValue;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Returns the deployment that serves a path of a host; the most frequent operation of the service. */
public final class ResolveAliasHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("ResolveAlias", Scopes.READ, "GET /resolve").withSnapshot();

    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final AliasResolver resolver;

    public ResolveAliasHandler() {
        this(Platform.lambda());
    }

    public ResolveAliasHandler(Platform platform) {
        super(platform, OPERATION);
        this.resolver = new Stores(platform).resolver();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Hostname> host = input.query("hostname", Fields.HOSTNAME);
        Supplier<Optional<String>> path = input.optionalQuery("path", InputType.text(Fields::absolutePath));
        Supplier<Optional<String>> key = input.optionalQuery("key", InputType.text(Fields::stickyKey));
        Supplier<Optional<DeploymentId>> pinned = input.optionalQuery("deployment", Fields.DEPLOYMENT_ID);
        Supplier<Optional<Boolean>> explain = input.optionalQuery("explain", InputType.flag());
        input.verify();

        ResolveRequest wanted = new ResolveRequest(
                host.get(), path.get().orElse("/"), key.get(), pinned.get(), request.bypassesCache());
        if (!explain.get().orElse(false)) {
            return response(wanted, resolver.resolve(wanted), Optional.empty());
        }
        Resolution.Explained explained = resolver.explain(wanted);
        return response(wanted, explained.resolution(), Optional.of(ResolutionView.explain(explained.candidates())));
    }

    private static HttpResponse response(
            ResolveRequest wanted, Resolution resolution, Optional<JsonValue> explanation) {
        return switch (resolution) {
            case Resolution.Found found -> found(found, explanation);
            case Resolution.NotReady(Alias alias) ->
                explained(
                        HttpResponse.unavailable(
                                "DEPLOYMENT_NOT_READY",
                                "The deployment " + alias.deployment() + " is not finished.",
                                RETRY_AFTER),
                        explanation);
            case Resolution.Missing _ -> explained(Problems.aliasNotFound(wanted.host() + wanted.path()), explanation);
        };
    }

    private static HttpResponse found(Resolution.Found found, Optional<JsonValue> explanation) {
        Map<String, String> json =
                new LinkedHashMap<>(found.config().withNulls().members());
        explanation.ifPresent(explain -> json.put("explain", explain.compact()));
        Success success = HttpResponse.ok(ResolutionView.of(found), json)
                .withETag(AliasView.tagOf(found.alias(), found.deployment()));
        return found.maxAge()
                .filter(_ -> explanation.isEmpty())
                .map(success::withMaxAge)
                .orElse(success);
    }

    private static HttpResponse explained(Refusal refusal, Optional<JsonValue> explanation) {
        return explanation
                .map(explain -> new Refusal(refusal.problem().with("explain", explain), refusal.headers()))
                .orElse(refusal);
    }
}
