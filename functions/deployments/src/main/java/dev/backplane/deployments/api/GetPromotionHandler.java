package dev.backplane.deployments.api;

import dev.backplane.deployments.PromotionId;
import dev.backplane.deployments.store.PromotionStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import java.util.function.Supplier;

/** Returns a promotion. */
public final class GetPromotionHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("GetPromotion", Scopes.READ, "GET /promotions/{id}");

    private final PromotionStore promotions;

    public GetPromotionHandler() {
        this(Platform.lambda());
    }

    public GetPromotionHandler(Platform platform) {
        super(platform, OPERATION);
        this.promotions = new Stores(platform).promotions();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<PromotionId> id = input.path("id", Fields.PROMOTION_ID);
        input.verify();

        return promotions
                .getPromotionById(id.get())
                .<HttpResponse>map(promotion -> HttpResponse.ok(PromotionView.of(promotion)))
                .orElseGet(PromotionView::notFound);
    }
}
