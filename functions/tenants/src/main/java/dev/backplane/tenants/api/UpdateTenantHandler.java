package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.OperationDecision;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.StackInputs;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.Stores;

/** Updates the stack of a tenant to the current version. */
public final class UpdateTenantHandler extends TenantOperationHandler {

    public static final Operation OPERATION =
            Operation.of("UpdateTenant", Scopes.WRITE, "POST /tenants/{tenantId}/updates");

    private final StackInputs inputs;

    public UpdateTenantHandler() {
        this(Platform.lambda());
    }

    public UpdateTenantHandler(Platform platform) {
        super(platform, OPERATION, OperationKind.UPDATE, new Stores(platform));
        this.inputs = TenantsSettings.stackInputs(platform.settings());
    }

    @Override
    OperationDecision decide(Tenant tenant) {
        return OperationDecision.toUpdate(tenant, current(), inputs);
    }

    @Override
    HttpResponse nothingToDo(TenantId id) {
        return HttpResponse.ok(new ExecutionView(null, current().value(), null));
    }
}
