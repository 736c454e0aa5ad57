package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.LeaseTemplate;
import dev.backplane.pool.store.Stores;
import dev.backplane.pool.store.TemplateStore;
import java.util.function.Supplier;

/** Deletes a template of leases. */
public final class DeleteLeaseTemplateHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("DeleteLeaseTemplate", Scopes.ADMIN, "DELETE /pool/templates/{name}");

    private final TemplateStore templates;

    public DeleteLeaseTemplateHandler() {
        this(Platform.lambda());
    }

    public DeleteLeaseTemplateHandler(Platform platform) {
        super(platform, OPERATION);
        this.templates = new Stores(platform).templates();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<String> name = input.path("name", Fields.TEMPLATE);
        input.verify();

        if (name.get().equals(LeaseTemplate.DEFAULT)) {
            return HttpResponse.problem(
                    409, "DEFAULT_TEMPLATE", "The default template cannot be deleted; replace it with PUT.");
        }
        return templates.deleteTemplate(name.get()) ? HttpResponse.noContent() : Problems.templateNotFound(name.get());
    }
}
