package dev.backplane.tenants.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.platform.Platform;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.tasks.TaskHandler;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackInputs;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.AuditStore;
import dev.backplane.tenants.store.AuditStore.Beginning;
import dev.backplane.tenants.store.AuditStore.Ending;
import dev.backplane.tenants.store.MetadataStore;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.store.UpgradeStore;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Records the steps of runs, and publishes how they ended.
 *
 * <p>Every step can be repeated: a run that has recorded its end publishes the same event again.
 */
public final class RecordRunHandler extends TaskHandler<RecordTask> {

    private final TenantStore tenants;
    private final AuditStore audits;
    private final MetadataStore metadata;
    private final UpgradeStore upgrades;
    private final EventPublisher events;
    private final StackInputs inputs;

    public RecordRunHandler() {
        this(Platform.lambda());
    }

    public RecordRunHandler(Platform platform) {
        super(platform, TenantsSettings.SERVICE, RecordTask.class);
        Stores stores = new Stores(platform);
        this.tenants = stores.tenants();
        this.audits = stores.audits();
        this.metadata = stores.metadata();
        this.upgrades = stores.upgrades();
        this.events = platform.events();
        this.inputs = TenantsSettings.stackInputs(platform.settings());
    }

    @Override
    protected Object handle(RecordTask task, Context context) {
        RunExecution run = task.run();
        return switch (task.knownStep()) {
            case BEGIN -> begin(run);
            case CHECK -> check(run);
            case SUCCEED -> succeed(run, task);
            case FAIL -> fail(run, task);
            case COUNT -> {
                upgrades.countFailure(run);
                yield RecordResult.COUNTED;
            }
        };
    }

    private RecordResult begin(RunExecution run) {
        return switch (audits.begin(run)) {
            case Beginning.Begun _ -> run.kind() == OperationKind.UPDATE ? toUpdate(run) : RecordResult.BEGUN;
            case Beginning.Superseded _ -> RecordResult.SUPERSEDED;
        };
    }

    private RecordResult toUpdate(RunExecution run) {
        Tenant tenant = tenants.getTenant(run.tenantId());
        if (tenant.metadata().isEmpty()) {
            return RecordResult.ABSENT;
        }
        return tenant.isCurrent(run.version(), inputs) ? RecordResult.CURRENT : RecordResult.BEGUN;
    }

    private RecordResult check(RunExecution run) {
        Tenant tenant = tenants.getTenant(run.tenantId());
        return Stream.concat(tenant.creation().stream(), tenant.updates().stream())
                        .anyMatch(Audit::isStarted)
                ? RecordResult.BUSY
                : RecordResult.CLEAR;
    }

    private RecordResult succeed(RunExecution run, RecordTask task) {
        return switch (audits.succeed(run, task.deployed())) {
            case Ending.Recorded _ -> {
                RunEvents.ofSuccess(run).ifPresent(events::publish);
                yield RecordResult.SUCCEEDED;
            }
            case Ending.Superseded _ -> RecordResult.SUPERSEDED;
            case Ending.Contradicted _ -> RecordResult.contradicted(contradiction(run.kind()));
        };
    }

    private static String contradiction(OperationKind kind) {
        return switch (kind) {
            case CREATE -> "The stack is complete, but it registered no queue for the tenant.";
            case UPDATE -> "The tenant was removed while its stack was updated.";
            case DELETE -> "The tenant was onboarded again before its deletion ended.";
            case UPGRADE -> throw new IllegalStateException("an upgrade has no resources");
        };
    }

    /**
     * Records a failure, unless a success is recorded. A request of the failed stack that is delivered again may write
     * the tenant's resources until the row says that the run failed, so they are removed after that.
     */
    private RecordResult fail(RunExecution run, RecordTask task) {
        Failure failure = task.knownFailure();
        Optional<Audit> row = audits.fail(run, failure.text());
        if (row.isEmpty()) {
            return RecordResult.SUPERSEDED;
        }
        if (failure.isOfNewStack(run.kind()) && task.stackId() != null) {
            metadata.removeOf(run.tenantId(), task.stackId());
        }
        if (row.get().status() == Status.FAILURE && failure.isSkipped(run.kind())) {
            return RecordResult.SKIPPED;
        }
        RunEvents.of(run, row.get()).ifPresent(events::publish);
        return row.get().status() == Status.SUCCESS
                ? RecordResult.SUCCEEDED
                : RecordResult.failed(row.get().reasonOrUnknown());
    }
}
