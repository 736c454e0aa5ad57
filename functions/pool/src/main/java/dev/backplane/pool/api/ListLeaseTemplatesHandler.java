package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.pool.LeaseTemplate;
import dev.backplane.pool.store.Stores;
import dev.backplane.pool.store.TemplateStore;

/** Lists the templates of leases. */
public final class ListLeaseTemplatesHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListLeaseTemplates", Scopes.READ, "GET /pool/templates");

    private static final String LIST = "templates";

    private final TemplateStore templates;

    public ListLeaseTemplatesHandler() {
        this(Platform.lambda());
    }

    public ListLeaseTemplatesHandler(Platform platform) {
        super(platform, OPERATION);
        this.templates = new Stores(platform).templates();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Paging paging = input.paging();
        input.verify();

        Page<LeaseTemplate, String> page =
                templates.listTemplates(paging.limit(), paging.after(LIST, LeaseTemplate::parseName));
        return HttpResponse.page(
                TemplateView.class,
                page.items().stream().map(TemplateView::of).toList(),
                page.next().map(position -> paging.cursor(LIST, position)));
    }
}
