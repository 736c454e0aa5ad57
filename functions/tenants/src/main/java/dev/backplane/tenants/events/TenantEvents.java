package dev.backplane.tenants.events;

import dev.backplane.platform.Cause;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.EndedRun;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.TenantsSettings;
import java.util.Optional;

/** The events of ended runs. They equal those that the runs publish, so that consumers recognise repeats. */
final class TenantEvents {

    private TenantEvents() {}

    /** Returns the event of a run with a recorded result; empty when it has none. */
    static Optional<DomainEvent> of(EndedRun run, Audit row) {
        return type(run.kind(), row.status()).map(type -> event(run, row, type));
    }

    private static Optional<String> type(OperationKind kind, Status status) {
        return switch (status) {
            case STARTED -> Optional.empty();
            case FAILURE -> Optional.of("TenantOperationFailed");
            case SUCCESS ->
                switch (kind) {
                    case CREATE -> Optional.of("TenantProvisioned");
                    case UPDATE -> Optional.of("TenantUpdated");
                    case DELETE -> Optional.of("TenantDeleted");
                    case UPGRADE -> Optional.empty();
                };
        };
    }

    private static DomainEvent event(EndedRun run, Audit row, String type) {
        DomainEvent.Builder event = DomainEvent.builder(TenantsSettings.SERVICE, type);
        run.tenant().ifPresent(tenant -> event.with("tenantId", tenant.value()).with("generation", run.generation()));
        event.with("version", run.version().value())
                .with("operation", run.kind().name());
        // The reason of a failed run is that of its failure, not the caller's.
        return event.reason(
                        row.status() == Status.FAILURE
                                ? Optional.of(row.reasonOrUnknown())
                                : run.cause().flatMap(Cause::reason))
                .with("execution", run.execution())
                .with("eventId", run.name() + "#" + type)
                .actor(run.cause().map(Cause::actor))
                .build();
    }
}
