package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.Kind;
import dev.backplane.tenants.OperationDecision;
import dev.backplane.tenants.Run;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.AuditStore;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.workflow.Machine;
import java.util.function.Supplier;

/** Deletes a tenant with its stack; from the answer on the tenant counts as deleted. */
public final class DeleteTenantHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("DeleteTenant", Scopes.WRITE, "DELETE /tenants/{tenantId}");

    private final TenantStore tenants;
    private final AuditStore audits;
    private final Runs runs;
    private final StackVersion current;

    public DeleteTenantHandler() {
        this(Platform.lambda());
    }

    public DeleteTenantHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.tenants = stores.tenants();
        this.audits = stores.audits();
        this.runs = new Runs(platform, Machine.DELETE);
        this.current = TenantsSettings.stackVersion(platform.settings());
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<TenantId> id = input.path("tenantId", Fields.TENANT);
        input.verify();

        return runs.answer(() -> step(id.get()));
    }

    private Runs.Step step(TenantId id) {
        return switch (OperationDecision.toDelete(tenants.getTenant(id))) {
            case OperationDecision.Start(int generation, int attempt) ->
                Runs.begin(
                        new Run(Kind.DELETE, id, generation, attempt, current),
                        (run, execution) -> accepted(audits.beginDeletion(run, execution)));
            case OperationDecision.UnderWay(String execution) -> new Runs.Step.Answer(accepted(execution));
            case OperationDecision.Gone _ -> new Runs.Step.Answer(Problems.tenantDeleted(id));
            case OperationDecision.Unknown _, OperationDecision.Busy _, OperationDecision.Done _ ->
                new Runs.Step.Answer(Problems.tenantNotFound(id));
        };
    }

    private static HttpResponse accepted(String execution) {
        return HttpResponse.accepted(new ExecutionView(execution, null, null));
    }
}
