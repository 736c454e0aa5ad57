package dev.backplane.deployments.api;

import dev.backplane.deployments.PromotionId;
import dev.backplane.deployments.store.PromotionStore;
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

/** Moves the aliases of a promotion back. */
public final class UndoPromotionHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("UndoPromotion", Scopes.WRITE, "POST /promotions/{id}/undo");

    private final PromotionStore promotions;

    public UndoPromotionHandler() {
        this(Platform.lambda());
    }

    public UndoPromotionHandler(Platform platform) {
        super(platform, OPERATION);
        this.promotions = new Stores(platform).promotions();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<PromotionId> id = input.path("id", Fields.PROMOTION_ID);
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        input.verify();

        return PromotionView.response(promotions.undo(id.get(), new Cause(request.actor(), reason.get())));
    }
}
