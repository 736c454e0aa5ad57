package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
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

/** Locks an alias, so that it is not moved by accident. */
public final class LockAliasHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("LockAlias", Scopes.WRITE, "PUT /alias-locks");

    private final AliasStore aliases;

    public LockAliasHandler() {
        this(Platform.lambda());
    }

    public LockAliasHandler(Platform platform) {
        super(platform, OPERATION);
        this.aliases = new Stores(platform).aliases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AliasId> alias = input.body("alias", Fields.ALIAS);
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        input.verify();

        return AliasView.response(alias.get(), aliases.lock(alias.get(), new Cause(request.actor(), reason.get())));
    }
}
