package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.RollbackRequest;
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

/** Points an alias to an earlier deployment. */
public final class RollBackAliasHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("RollBackAlias", Scopes.WRITE, "POST /alias-rollbacks");

    private final AliasStore aliases;

    public RollBackAliasHandler() {
        this(Platform.lambda());
    }

    public RollBackAliasHandler(Platform platform) {
        super(platform, OPERATION);
        this.aliases = new Stores(platform).aliases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AliasId> alias = input.body("alias", Fields.ALIAS);
        Supplier<Optional<Integer>> toRevision = input.optionalBody("toRevision", InputType.number(1, 999_999_999));
        Supplier<Optional<DeploymentId>> expected = input.optionalBody("expectedDeployment", Fields.DEPLOYMENT_ID);
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        input.verify();

        RollbackRequest rollback =
                new RollbackRequest(alias.get(), toRevision.get().map(Integer::longValue), expected.get());
        return AliasView.response(alias.get(), aliases.rollBack(rollback, new Cause(request.actor(), reason.get())));
    }
}
