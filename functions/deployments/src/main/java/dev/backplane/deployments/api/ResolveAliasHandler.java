package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.Resolution;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.store.AliasResolver;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import java.time.Duration;
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
        input.verify();

        return switch (resolver.resolve(host.get(), path.get().orElse("/"), request.bypassesCache())) {
            case Resolution.Found(Alias alias, SiteConfig config, Duration maxAge) ->
                HttpResponse.ok(ResolutionView.of(alias), config.complete().members())
                        .withETag(AliasView.tagOf(alias))
                        .withMaxAge(maxAge);
            case Resolution.NotReady(Alias alias) ->
                HttpResponse.unavailable(
                        "DEPLOYMENT_NOT_READY",
                        "The deployment " + alias.deployment() + " is not finished.",
                        RETRY_AFTER);
            case Resolution.Missing _ ->
                Problems.aliasNotFound(host.get() + path.get().orElse("/"));
        };
    }
}
