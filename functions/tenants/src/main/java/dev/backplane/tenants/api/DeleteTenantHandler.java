package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.OperationDecision;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Run;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.AuditStore;
import dev.backplane.tenants.store.AuditStore.Beginning;
import dev.backplane.tenants.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Deletes a tenant with its stack; the tenant counts as deleted as soon as this responds. */
public final class DeleteTenantHandler extends TenantOperationHandler {

    public static final Operation OPERATION = Operation.of("DeleteTenant", Scopes.WRITE, "DELETE /tenants/{tenantId}");

    private final AuditStore audits;

    public DeleteTenantHandler() {
        this(Platform.lambda());
    }

    public DeleteTenantHandler(Platform platform) {
        this(platform, new Stores(platform));
    }

    private DeleteTenantHandler(Platform platform, Stores stores) {
        super(platform, OPERATION, OperationKind.DELETE, stores);
        this.audits = stores.audits();
    }

    @Override
    OperationDecision decide(Tenant tenant) {
        return OperationDecision.toDelete(tenant);
    }

    @Override
    Supplier<Optional<String>> reason(Input input) {
        return input.optionalQuery("reason", InputType.reason());
    }

    @Override
    HttpResponse accepted(Run run, String execution) {
        String owner = switch (audits.begin(run.recordedAs(execution))) {
            case Beginning.Begun _ -> execution;
            case Beginning.Superseded(Optional<String> other) -> other.orElse(execution);
        };
        return HttpResponse.accepted(new ExecutionView(owner, null, null));
    }

    @Override
    HttpResponse nothingToDo(TenantId id) {
        return Problems.tenantDeleted(id);
    }
}
