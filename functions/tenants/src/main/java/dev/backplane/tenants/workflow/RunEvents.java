package dev.backplane.tenants.workflow;

import dev.backplane.platform.Cause;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.TenantsSettings;
import java.util.Optional;

/** The events of ended runs. An event of a run is always the same, so that consumers recognise repeats. */
public final class RunEvents {

    private RunEvents() {}

    /** Returns the event of a run with a recorded result; empty when it has none. */
    public static Optional<DomainEvent> of(RunExecution run, Audit row) {
        return switch (row.status()) {
            case STARTED -> Optional.empty();
            // The reason of a failed run is that of its failure, not the caller's.
            case FAILURE -> Optional.of(event(run, "TenantOperationFailed", Optional.of(row.reasonOrUnknown())));
            case SUCCESS -> ofSuccess(run);
        };
    }

    /** Returns the event of a run that succeeded; an upgrade of all tenants has none. */
    static Optional<DomainEvent> ofSuccess(RunExecution run) {
        return type(run.kind()).map(type -> event(run, type, run.cause().flatMap(Cause::reason)));
    }

    private static Optional<String> type(OperationKind kind) {
        return switch (kind) {
            case CREATE -> Optional.of("TenantProvisioned");
            case UPDATE -> Optional.of("TenantUpdated");
            case DELETE -> Optional.of("TenantDeleted");
            case UPGRADE -> Optional.empty();
        };
    }

    private static DomainEvent event(RunExecution run, String type, Optional<String> reason) {
        DomainEvent.Builder event = DomainEvent.builder(TenantsSettings.SERVICE, type);
        run.tenant().ifPresent(tenant -> event.with("tenantId", tenant.value()).with("generation", run.generation()));
        return event.with("version", run.version().value())
                .with("operation", run.kind().name())
                .reason(reason)
                .with("execution", run.arn())
                .with("eventId", run.name() + "#" + type)
                .actor(run.cause().map(Cause::actor))
                .build();
    }
}
