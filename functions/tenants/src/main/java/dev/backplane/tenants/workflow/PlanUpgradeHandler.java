package dev.backplane.tenants.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.platform.Platform;
import dev.backplane.platform.tasks.TaskHandler;
import dev.backplane.tenants.OperationDecision;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Run;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackInputs;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.store.UpgradePages;
import dev.backplane.tenants.store.UpgradeStore;

/** Chooses the tenants of an upgrade, and decides what to do with each. It only reads. */
public final class PlanUpgradeHandler extends TaskHandler<PlanTask> {

    private final TenantStore tenants;
    private final UpgradeStore upgrades;
    private final UpgradePages pages;
    private final StackInputs inputs;

    public PlanUpgradeHandler() {
        this(Platform.lambda());
    }

    public PlanUpgradeHandler(Platform platform) {
        super(platform, TenantsSettings.SERVICE, PlanTask.class);
        Stores stores = new Stores(platform);
        this.tenants = stores.tenants();
        this.upgrades = stores.upgrades();
        this.pages = stores.upgradePages();
        this.inputs = TenantsSettings.stackInputs(platform.settings());
    }

    @Override
    protected Object handle(PlanTask task, Context context) {
        return task.tenantId() == null ? PlanPage.of(pages.read(task.scope(), task.from())) : next(task);
    }

    private TenantPlan next(PlanTask task) {
        RunExecution upgrade = task.upgrade();
        if (!upgrades.mayContinue(upgrade, task.input().tolerance())) {
            return TenantPlan.NOT_TRIED;
        }
        return switch (OperationDecision.toUpdate(tenants.getTenant(task.tenant()), upgrade.version(), inputs)) {
            case OperationDecision.Start(int generation, int attempt) ->
                TenantPlan.update(new Run(
                        OperationKind.UPDATE,
                        task.tenant(),
                        generation,
                        Math.max(attempt, task.nextAttempt()),
                        upgrade.version(),
                        upgrade.cause()));
            case OperationDecision.UnderWay _,
                    OperationDecision.Busy _,
                    OperationDecision.Suspended _,
                    OperationDecision.Done _,
                    OperationDecision.Gone _,
                    OperationDecision.Unknown _ -> TenantPlan.SKIPPED;
        };
    }
}
