package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.pool.LeaseTemplate;
import dev.backplane.pool.store.Stores;
import dev.backplane.pool.store.TemplateStore;
import java.util.function.Supplier;

/** Creates or replaces a template of leases. */
public final class PutLeaseTemplateHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("PutLeaseTemplate", Scopes.ADMIN, "PUT /pool/templates/{name}");

    private final TemplateStore templates;

    public PutLeaseTemplateHandler() {
        this(Platform.lambda());
    }

    public PutLeaseTemplateHandler(Platform platform) {
        super(platform, OPERATION);
        this.templates = new Stores(platform).templates();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LeaseTemplate> template = TemplateInput.of(input);
        input.verify();

        return templates.putTemplate(template.get(), request.actor())
                ? HttpResponse.ok(TemplateView.of(template.get()))
                : HttpResponse.problem(
                        Problem.of(409, "TEMPLATES_FULL", "The pool has as many templates as it can have.")
                                .with("limit", new Num(Integer.toString(LeaseTemplate.MAX_TEMPLATES))));
    }
}
