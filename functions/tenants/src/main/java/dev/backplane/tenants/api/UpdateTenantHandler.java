package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.OperationDecision;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.Stores;

/** Updates the stack of a tenant to the current version. */
public final class UpdateTenantHandler extends TenantOperationHandler {

    public static final Operation OPERATION =
            Operation.of("UpdateTenant", Scopes.WRITE, "POST /tenants/{tenantId}/updates");

    public UpdateTenantHandler() {
        this(Platform.lambda());
    }

    public UpdateTenantHandler(Platform platform) {
        super(platform, OPERATION, OperationKind.UPDATE, new Stores(platform));
    }

    @Override
    OperationDecision decide(Tenant tenant) {
        return OperationDecision.toUpdate(tenant, current());
    }

    @Override
    HttpResponse nothingToDo(TenantId id) {
        return HttpResponse.ok(new ExecutionView(null, current().value(), null));
    }
}
