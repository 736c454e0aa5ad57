package dev.backplane.tenants.events;

import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.EndedRun;
import dev.backplane.tenants.Kind;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.TenantsSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The events that runs publish, made again just as the runs make them, so that a consumer can tell repeats. */
final class TenantEvents {

    private static final String SOURCE = "backplane." + TenantsSettings.SERVICE;

    private TenantEvents() {}

    /** Returns what is to be published of a run whose row has come to its end; empty when nothing is. */
    static Optional<DomainEvent> of(EndedRun run, Audit row) {
        return type(run.kind(), row.status()).map(type -> new DomainEvent(SOURCE, type, detail(run, row, type)));
    }

    private static Optional<String> type(Kind kind, Status status) {
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

    private static Obj detail(EndedRun run, Audit row, String type) {
        Map<String, JsonValue> detail = new LinkedHashMap<>();
        run.tenant().ifPresent(tenant -> {
            detail.put("tenantId", new Text(tenant.value()));
            detail.put("generation", new Num(Integer.toString(run.generation())));
        });
        detail.put("version", new Text(run.version().value()));
        detail.put("operation", new Text(run.kind().name()));
        if (row.status() == Status.FAILURE) {
            detail.put("reason", new Text(row.reasonOrUnknown()));
        }
        detail.put("execution", new Text(run.execution()));
        detail.put("eventId", new Text(run.name() + "#" + type));
        return new Obj(detail);
    }
}
