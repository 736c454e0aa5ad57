package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
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

/** Removes the lock of an alias. */
public final class UnlockAliasHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("UnlockAlias", Scopes.WRITE, "DELETE /alias-locks");

    private final AliasStore aliases;

    public UnlockAliasHandler() {
        this(Platform.lambda());
    }

    public UnlockAliasHandler(Platform platform) {
        super(platform, OPERATION);
        this.aliases = new Stores(platform).aliases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AliasId> alias = input.query("alias", Fields.ALIAS);
        Supplier<Optional<String>> reason = input.optionalQuery("reason", InputType.reason());
        input.verify();

        return switch (aliases.unlock(alias.get(), new Cause(request.actor(), reason.get()))) {
            case AliasOutcome.Applied _ -> HttpResponse.noContent();
            case AliasOutcome.Refusal refusal -> Problems.of(alias.get(), refusal);
        };
    }
}
