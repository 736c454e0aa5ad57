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
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.workflow.Machine;
import java.util.function.Supplier;

/** Starts again what failed, or takes a deleted tenant on anew. */
public final class RetryTenantHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("RetryTenant", Scopes.ADMIN, "POST /tenants/{tenantId}/retries");

    private final TenantStore tenants;
    private final Runs runs;
    private final StackVersion current;

    public RetryTenantHandler() {
        this(Platform.lambda());
    }

    public RetryTenantHandler(Platform platform) {
        super(platform, OPERATION);
        this.tenants = new Stores(platform).tenants();
        this.runs = new Runs(platform, Machine.CREATE);
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
        return switch (OperationDecision.toRetry(tenants.getTenant(id), current)) {
            case OperationDecision.Start(int generation, int attempt) ->
                Runs.begin(new Run(Kind.CREATE, id, generation, attempt, current), this::accepted);
            case OperationDecision.Busy(Kind kind, String execution) ->
                new Runs.Step.Answer(Problems.inProgress(kind, execution));
            case OperationDecision.Done _ ->
                new Runs.Step.Answer(HttpResponse.problem(
                        409,
                        "NOTHING_TO_RETRY",
                        "Neither has the tenant's provisioning failed, nor is the tenant deleted."));
            case OperationDecision.Unknown _, OperationDecision.Gone _, OperationDecision.UnderWay _ ->
                new Runs.Step.Answer(Problems.tenantNotFound(id));
        };
    }

    private HttpResponse accepted(Run run, String execution) {
        return HttpResponse.accepted(new ExecutionView(execution, run.version().value(), run.attempt()));
    }
}
