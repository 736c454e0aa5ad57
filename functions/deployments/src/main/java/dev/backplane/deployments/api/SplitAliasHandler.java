package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.SplitRequest;
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
import java.util.Optional;
import java.util.function.Supplier;

/** Sends a share of the traffic of an alias to a second deployment. */
public final class SplitAliasHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("SplitAlias", Scopes.WRITE, "PUT /alias-splits");

    private final AliasStore aliases;

    public SplitAliasHandler() {
        this(Platform.lambda());
    }

    public SplitAliasHandler(Platform platform) {
        super(platform, OPERATION);
        this.aliases = new Stores(platform).aliases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AliasId> alias = input.body("alias", Fields.ALIAS);
        Supplier<DeploymentId> deployment = input.body("deployment", Fields.DEPLOYMENT_ID);
        Supplier<Integer> percent = input.body("percent", InputType.number(1, 99));
        Supplier<Optional<String>> salt = input.optionalBody("salt", InputType.text(Fields::salt));
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        input.verify();

        SplitRequest split = new SplitRequest(alias.get(), deployment.get(), percent.get(), salt.get());
        return AliasView.response(alias.get(), aliases.split(split, new Cause(request.actor(), reason.get())));
    }
}
