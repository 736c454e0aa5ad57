package dev.backplane.infra;

import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.QueueRule;
import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.infra.constructs.SessionRole;
import dev.backplane.infra.constructs.WorkQueue;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.api.IssueQueueCredentialsHandler;
import dev.backplane.tenants.api.ResumeTenantHandler;
import dev.backplane.tenants.api.SuspendTenantHandler;
import dev.backplane.tenants.events.ExecutionWatcherHandler;
import dev.backplane.tenants.events.ForwardEventHandler;
import dev.backplane.tenants.events.SettleSuspensionHandler;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.workflow.DeployStackHandler;
import dev.backplane.tenants.workflow.ManageMetadataHandler;
import dev.backplane.tenants.workflow.PlanUpgradeHandler;
import dev.backplane.tenants.workflow.RecordRunHandler;
import dev.backplane.tenants.workflow.StackStatusHandler;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.Duration;
import software.constructs.Construct;

/** The tenants service: one table, one function per operation, and workflows that deploy a stack for each tenant. */
final class TenantsStack extends ServiceStack {

    static final String SERVICE = TenantsSettings.SERVICE;

    private static final int FORWARDED_AT_A_TIME = 10;

    private final ServiceTable table;
    private final TenantProvisioning stacks;
    private final TenantWorkflows workflows;

    TenantsStack(Construct scope, Props props, Workspace workspace) {
        super(scope, props, "Tenants", "Backplane: tenants, their queues and provisioning workflows");
        this.table = new ServiceTable(this, service(), TenantStore.TABLE);
        ServiceFunction metadata = metadata();
        this.stacks = new TenantProvisioning(
                this, TenantDefinition.of(workspace, service().stage().tenants()), metadata);
        this.workflows = new TenantWorkflows(
                new TenantWorkflows.Tasks(recordRun(), planUpgrade(), deployStack(), stackStatus()));
        workflows.add(this, machine -> workspace.read(machine.file()), stacks);
        serve(
                TenantsEndpoints.ALL,
                new TenantsEndpoints.Data(service().stage().tenants(), table, stacks, workflows),
                this::configure);
        suspend(metadata);
        QueueRule failedExecutions = watchRuns();
        if (!service().stage().tenants().forward().isEmpty()) {
            forwardEvents(service().stage().tenants().forward());
        }
        watch().watchEvents(failedExecutions, Runbook.WORKFLOW_FAILURES);
        output("TenantTableName", table.tableName(), "The table of tenants");
    }

    private ServiceFunction configure(ServiceFunction function) {
        return function.setting(TenantsSettings.TENANT_TABLE, table.tableName());
    }

    private ServiceFunction metadata() {
        // Longer than Lambda takes to start a function that was idle for weeks, and shorter than CloudFormation's
        // timeout: a late request could act for a stack that no longer exists.
        return configure(taskFunction(ManageMetadataHandler.class))
                .maxEventAge(Duration.minutes(5))
                .allow(
                        table,
                        "dynamodb:ConditionCheckItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:Query",
                        "dynamodb:UpdateItem");
    }

    /** Writes the rows of runs. A transaction needs the permission of each of its actions. */
    private ServiceFunction recordRun() {
        return stacks.setInputs(configure(publisher(taskFunction(RecordRunHandler.class))))
                .allow(
                        table,
                        "dynamodb:ConditionCheckItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:PutItem",
                        "dynamodb:Query",
                        "dynamodb:UpdateItem");
    }

    private ServiceFunction planUpgrade() {
        return stacks.setInputs(configure(taskFunction(PlanUpgradeHandler.class)))
                .allow(table, "dynamodb:GetItem", "dynamodb:Query")
                .allowIndex(table, TenantStore.INVERTED, "dynamodb:Query");
    }

    private ServiceFunction deployStack() {
        return stacks.allowDeploying(configure(taskFunction(DeployStackHandler.class)))
                .allow(table, "dynamodb:Query");
    }

    private ServiceFunction stackStatus() {
        return stacks.allowReading(taskFunction(StackStatusHandler.class));
    }

    /** Lets clients use queues, and suspensions end that: at the queues that exist, and at those of stacks in progress. */
    private void suspend(ServiceFunction metadata) {
        ServiceFunction issuer = functionOf(IssueQueueCredentialsHandler.OPERATION);
        SessionRole clients = stacks.queueRole(issuer);
        issuer.setting(TenantsSettings.TENANT_QUEUE_ROLE, clients.arn());
        stacks.allowSuspending(metadata, clients);
        WorkQueue queue = new WorkQueue(this, service(), "tenant-suspensions");
        Stream.of(SuspendTenantHandler.OPERATION, ResumeTenantHandler.OPERATION)
                .map(this::functionOf)
                .map(function -> queue.allowSending(publisher(function), TenantsSettings.SUSPENSION_QUEUE))
                .forEach(function -> stacks.allowSuspending(function, clients));
        ServiceFunction settling = stacks.allowSuspending(
                        configure(publisher(batchFunction(SettleSuspensionHandler.class))), clients)
                .allow(table, "dynamodb:Query", "dynamodb:UpdateItem");
        processQueue(queue, settling);
    }

    /** Sends the events with these prefixes to the tenants that they name. */
    private void forwardEvents(List<String> prefixes) {
        EventPattern events = new EventPattern(Map.of(
                "detail-type",
                prefixes.stream().map(prefix -> Map.of("prefix", prefix)).toList(),
                "detail",
                Map.of("tenantId", List.of(Map.of("exists", true)))));
        WorkQueue queue = new WorkQueue(this, service(), "tenant-forwarding");
        ServiceFunction forwarder = stacks.allowSending(
                        stacks.setVersion(configure(batchFunction(ForwardEventHandler.class))))
                .allow(table, "dynamodb:Query");
        queue.allowGivingUp(forwarder, TenantsSettings.FORWARDING_DLQ);
        processQueue(new QueueRule(queue, bus(), events), forwarder, FORWARDED_AT_A_TIME);
    }

    /** Handles executions that were stopped, timed out or failed before they could record it. */
    private QueueRule watchRuns() {
        WorkQueue queue = new WorkQueue(this, service(), "tenant-run-failures");
        ServiceFunction watcher = workflows
                .configure(configure(publisher(batchFunction(ExecutionWatcherHandler.class))))
                .allow(table, "dynamodb:PutItem", "dynamodb:UpdateItem");
        QueueRule failedExecutions = QueueRule.ofAwsEvents(queue, workflows.failedExecutions());
        processQueue(failedExecutions, watcher);
        return failedExecutions;
    }
}
