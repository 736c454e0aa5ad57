package dev.backplane.tenants.api;

import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Problem;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.Suspension;
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

    static Refusal tenantSuspended(TenantId id, Suspension suspension) {
        return HttpResponse.problem(Problem.of(423, "TENANT_SUSPENDED", "The tenant " + id + " is suspended.")
                .with("reason", suspension.reason())
                .with("suspendedAt", Times.format(suspension.since())));
    }

    static Refusal invalidQueueType() {
        return HttpResponse.problem(400, "INVALID_QUEUE_TYPE", "The queue type must be Inbound or Outbound.");
    }

    static Refusal queueNotFound(QueueType type) {
        return HttpResponse.problem(404, "QUEUE_NOT_FOUND", "The tenant has no " + type.value() + " queue.");
    }

    static Refusal inProgress(OperationKind kind, String execution) {
        return HttpResponse.problem(
                Problem.of(409, "OPERATION_IN_PROGRESS", "Another operation is in progress; wait until it ends.")
                        .with("operation", kind.name())
                        .with("execution", execution));
    }
}
