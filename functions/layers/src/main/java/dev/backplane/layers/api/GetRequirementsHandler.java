package dev.backplane.layers.api;

import dev.backplane.layers.RequirementsHash;
import dev.backplane.layers.store.RequirementsStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import java.util.function.Supplier;

/** Returns the requirements with a hash. */
public final class GetRequirementsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("GetRequirements", Scopes.READ, "GET /requirements/{hash}");

    private final RequirementsStore requirements;

    public GetRequirementsHandler() {
        this(Platform.lambda());
    }

    public GetRequirementsHandler(Platform platform) {
        super(platform, OPERATION);
        this.requirements = new Stores(platform).requirements();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<RequirementsHash> hash = input.path("hash", Fields.REQUIREMENTS_HASH);
        input.verify();

        return requirements
                .getRequirements(hash.get())
                .<HttpResponse>map(
                        text -> HttpResponse.ok(new RequirementsView(hash.get().value(), text)))
                .orElseGet(() -> HttpResponse.problem(
                        404, "REQUIREMENTS_NOT_FOUND", "No requirements with that hash are known."));
    }
}
