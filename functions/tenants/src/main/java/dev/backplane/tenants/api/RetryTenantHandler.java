package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.OperationDecision;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.Stores;

/** Retries a failed provisioning, or provisions a deleted tenant again. */
public final class RetryTenantHandler extends TenantOperationHandler {

    public static final Operation OPERATION =
            Operation.of("RetryTenant", Scopes.ADMIN, "POST /tenants/{tenantId}/retries");

    public RetryTenantHandler() {
        this(Platform.lambda());
    }

    public RetryTenantHandler(Platform platform) {
        super(platform, OPERATION, OperationKind.CREATE, new Stores(platform));
    }

    @Override
    OperationDecision decide(Tenant tenant) {
        return OperationDecision.toRetry(tenant, current());
    }

    @Override
    HttpResponse nothingToDo(TenantId id) {
        return HttpResponse.problem(
                409, "NOTHING_TO_RETRY", "The tenant's provisioning has not failed, and the tenant is not deleted.");
    }
}
