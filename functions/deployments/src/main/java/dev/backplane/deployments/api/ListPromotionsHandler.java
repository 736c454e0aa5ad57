package dev.backplane.deployments.api;

import dev.backplane.deployments.Promotion;
import dev.backplane.deployments.PromotionId;
import dev.backplane.deployments.store.PromotionStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;

/** Lists promotions, newest first. */
public final class ListPromotionsHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListPromotions", Scopes.READ, "GET /promotions");

    private static final String LIST = "all";

    private final PromotionStore promotions;

    public ListPromotionsHandler() {
        this(Platform.lambda());
    }

    public ListPromotionsHandler(Platform platform) {
        super(platform, OPERATION);
        this.promotions = new Stores(platform).promotions();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Paging paging = input.paging();
        input.verify();

        Page<Promotion, PromotionId> page =
                promotions.listPromotions(paging.limit(), paging.after(LIST, PromotionId::parse));
        return HttpResponse.page(
                PromotionView.class,
                page.items().stream().map(PromotionView::of).toList(),
                page.next().map(position -> paging.cursor(LIST, position.value())));
    }
}
