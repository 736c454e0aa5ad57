package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.Variant;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Cause;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import java.util.Optional;
import java.util.function.Supplier;

/** Ends the split of an alias. */
public final class EndAliasSplitHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("EndAliasSplit", Scopes.WRITE, "DELETE /alias-splits");

    private final AliasStore aliases;

    public EndAliasSplitHandler() {
        this(Platform.lambda());
    }

    public EndAliasSplitHandler(Platform platform) {
        super(platform, OPERATION);
        this.aliases = new Stores(platform).aliases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AliasId> alias = input.query("alias", Fields.ALIAS);
        Supplier<Variant> keep = input.query("keep", InputType.text(EndAliasSplitHandler::variant));
        Supplier<Optional<String>> reason = input.optionalQuery("reason", InputType.reason());
        input.verify();

        return AliasView.response(
                alias.get(), aliases.endSplit(alias.get(), keep.get(), new Cause(request.actor(), reason.get())));
    }

    private static Variant variant(String value) {
        return switch (value) {
            case "stable" -> Variant.STABLE;
            case "new" -> Variant.NEW;
            default -> throw new InvalidValueException("must be stable or new");
        };
    }
}
