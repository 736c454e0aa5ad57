package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.store.Stores;
import dev.backplane.pool.store.TemplateStore;
import java.util.function.Supplier;

/** Returns a template of leases. */
public final class GetLeaseTemplateHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("GetLeaseTemplate", Scopes.READ, "GET /pool/templates/{name}");

    private final TemplateStore templates;

    public GetLeaseTemplateHandler() {
        this(Platform.lambda());
    }

    public GetLeaseTemplateHandler(Platform platform) {
        super(platform, OPERATION);
        this.templates = new Stores(platform).templates();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<String> name = input.path("name", Fields.TEMPLATE);
        input.verify();

        return templates
                .getTemplate(name.get())
                .<HttpResponse>map(template -> HttpResponse.ok(TemplateView.of(template)))
                .orElseGet(() -> Problems.templateNotFound(name.get()));
    }
}
