package dev.backplane.tenants.events;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.queues.SqsHandler;
import dev.backplane.platform.queues.SqsMessage;
import dev.backplane.platform.settings.Settings;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.AuditStore;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.workflow.RunEvents;
import java.util.Map;
import java.util.Optional;

/**
 * Marks a run that ended without recording a result as failed, so that no row stays {@code Started} forever.
 *
 * <p>A run that was stopped after it recorded its result may not have published its event. Then this publishes it, with
 * the same event id.
 */
public final class ExecutionWatcherHandler extends SqsHandler {

    private final AuditStore audits;
    private final EventPublisher events;
    private final Map<String, OperationKind> kinds;

    public ExecutionWatcherHandler() {
        this(Platform.lambda());
    }

    public ExecutionWatcherHandler(Platform platform) {
        super(platform, TenantsSettings.SERVICE);
        this.audits = new Stores(platform).audits();
        this.events = platform.events();
        this.kinds = kinds(platform.settings());
    }

    private static Map<String, OperationKind> kinds(Settings settings) {
        return settings.read(reader -> Map.of(
                reader.text(TenantsSettings.CREATE_MACHINE), OperationKind.CREATE,
                reader.text(TenantsSettings.UPDATE_MACHINE), OperationKind.UPDATE,
                reader.text(TenantsSettings.DELETE_MACHINE), OperationKind.DELETE,
                reader.text(TenantsSettings.UPGRADE_MACHINE), OperationKind.UPGRADE));
    }

    @Override
    protected void handle(SqsMessage message) {
        RunEnd end = RunEnd.parse(message.body());
        if (end.isHandled()) {
            return;
        }
        String machine = end.event().machine();
        OperationKind kind = Optional.ofNullable(kinds.get(machine))
                .orElseThrow(() -> new InvalidValueException("not a state machine of the service: " + machine));
        RunExecution run = end.run(kind);
        Optional<Audit> row = audits.fail(run, end.reason());
        row.flatMap(audit -> RunEvents.of(run, audit)).ifPresent(events::publish);
    }
}
