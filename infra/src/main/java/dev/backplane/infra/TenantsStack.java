package dev.backplane.infra;

import dev.backplane.infra.constructs.QueueRule;
import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.infra.constructs.WorkQueue;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.events.ExecutionWatcherHandler;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.workflow.DeployStackHandler;
import dev.backplane.tenants.workflow.ManageMetadataHandler;
import dev.backplane.tenants.workflow.StackStatusHandler;
import software.amazon.awscdk.Duration;
import software.constructs.Construct;

/** Tenants and their queues: one table, a function an operation, and workflows that deploy a stack for each tenant. */
final class TenantsStack extends ServiceStack {

    static final String SERVICE = TenantsSettings.SERVICE;

    private final ServiceTable table;
    private final TenantProvisioning stacks;
    private final TenantWorkflows workflows;

    TenantsStack(Construct scope, Props props, Workspace workspace) {
        super(scope, props, "Tenants", "Backplane: tenants, their queues, and the workflows that provision them");
        this.table = new ServiceTable(this, service(), TenantStore.TABLE);
        this.stacks = new TenantProvisioning(this, workspace.tenantStackVersion(), metadata());
        this.workflows = new TenantWorkflows(table, deployStack(), stackStatus());
        workflows.add(this, machine -> workspace.read(machine.file()), stacks);
        serve(TenantsEndpoints.ALL, new TenantsEndpoints.Data(table, stacks, workflows), this::introduce);
        QueueRule badEnds = watchRuns();
        watch().watchEvents(badEnds, Runbook.WORKFLOW_FAILURES);
        output("TenantTableName", table.tableName(), "The table of tenants and what was done for them");
    }

    private ServiceFunction introduce(ServiceFunction function) {
        return function.setting(TenantsSettings.TENANT_TABLE, table.tableName());
    }

    private ServiceFunction metadata() {
        // Longer than Lambda takes to make a function ready that nobody called for weeks, and shorter than
        // CloudFormation waits for the answer: a call that came later would speak for a stack that is gone.
        return introduce(taskFunction(ManageMetadataHandler.class))
                .forgetCallsAfter(Duration.minutes(5))
                .allow(
                        table,
                        "dynamodb:ConditionCheckItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:Query",
                        "dynamodb:UpdateItem");
    }

    private ServiceFunction deployStack() {
        return stacks.allowDeploying(introduce(taskFunction(DeployStackHandler.class)))
                .allow(table, "dynamodb:Query");
    }

    private ServiceFunction stackStatus() {
        return stacks.allowReading(taskFunction(StackStatusHandler.class));
    }

    /** Runs that are stopped, take too long or die cannot say so themselves. */
    private QueueRule watchRuns() {
        WorkQueue queue = new WorkQueue(this, service(), "tenant-run-failures");
        ServiceFunction watcher = workflows
                .introduce(introduce(publisher(batchFunction(ExecutionWatcherHandler.class))))
                .allow(table, "dynamodb:UpdateItem");
        QueueRule badEnds = QueueRule.ofAwsEvents(queue, workflows.badEnds());
        workOff(badEnds, watcher);
        return badEnds;
    }
}
