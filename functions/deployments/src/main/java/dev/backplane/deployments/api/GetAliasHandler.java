package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import java.util.function.Supplier;

/** Returns an alias. */
public final class GetAliasHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of(
                    "GetAlias", Scopes.READ, "GET /aliases/{hostname}", "GET /aliases/{hostname}/{basePath+}")
            .withSnapshot();

    private final AliasStore aliases;

    public GetAliasHandler() {
        this(Platform.lambda());
    }

    public GetAliasHandler(Platform platform) {
        super(platform, OPERATION);
        this.aliases = new Stores(platform).aliases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AliasId> id = Fields.aliasInPath(input);
        input.verify();

        return aliases.getAliasById(id.get())
                .<HttpResponse>map(alias -> HttpResponse.ok(AliasView.of(alias)).withETag(AliasView.tagOf(alias)))
                .orElseGet(() -> Problems.aliasNotFound(id.get()));
    }
}
