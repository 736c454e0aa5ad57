package dev.backplane.tenants.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Problem;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.TenantId;

/** The problems that several operations return. */
final class Problems {

    private Problems() {}

    static Refusal tenantNotFound(TenantId id) {
        return HttpResponse.problem(404, "TENANT_NOT_FOUND", "There is no tenant " + id + ".");
    }

    static Refusal tenantDeleted(TenantId id) {
        return HttpResponse.problem(410, "TENANT_DELETED", "The tenant " + id + " is deleted.");
    }

    static Refusal inProgress(OperationKind kind, String execution) {
        return HttpResponse.problem(
                Problem.of(409, "OPERATION_IN_PROGRESS", "Another operation is in progress; wait until it ends.")
                        .with("operation", kind.name())
                        .with("execution", execution));
    }
}
