package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.infra.constructs.Workflow;
import dev.backplane.infra.settings.TenantOptions;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.api.DeleteTenantHandler;
import dev.backplane.tenants.api.GetQueueHandler;
import dev.backplane.tenants.api.GetTenantHandler;
import dev.backplane.tenants.api.GetUpgradeHandler;
import dev.backplane.tenants.api.IssueQueueCredentialsHandler;
import dev.backplane.tenants.api.ListQueuesHandler;
import dev.backplane.tenants.api.ListRunsHandler;
import dev.backplane.tenants.api.ListTenantsHandler;
import dev.backplane.tenants.api.RedriveQueueHandler;
import dev.backplane.tenants.api.RegisterTenantHandler;
import dev.backplane.tenants.api.ResumeTenantHandler;
import dev.backplane.tenants.api.RetryTenantHandler;
import dev.backplane.tenants.api.SuspendTenantHandler;
import dev.backplane.tenants.api.UpdateTenantHandler;
import dev.backplane.tenants.api.UpgradeTenantsHandler;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.workflow.TenantStateMachine;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The HTTP operations of the tenants service. */
final class TenantsEndpoints {

    /** The settings and resources of the operations: the table, the tenant stack definition, and the workflows. */
    record Data(TenantOptions options, ServiceTable table, TenantProvisioning stacks, TenantWorkflows workflows) {

        private void setTiers(ServiceFunction function) {
            if (!options.tiers().isEmpty()) {
                function.setting(
                        TenantsSettings.TENANT_TIERS,
                        String.join(",", options.tiers().keySet()));
            }
        }

        private void setClients(ServiceFunction function) {
            if (!options.clients().isEmpty()) {
                function.setting(
                        TenantsSettings.TENANT_CLIENTS,
                        options.clients().entrySet().stream()
                                .map(Map.Entry::toString)
                                .collect(Collectors.joining(",")));
            }
        }

        /** Allows a function to start a workflow. */
        private void allowStarting(ServiceFunction function, TenantStateMachine machine) {
            Workflow workflow = workflows.of(machine);
            function.setting(machine.setting(), workflow.arn()).allow(workflow.arn(), "states:StartExecution");
        }
    }

    static final List<Endpoint<Data>> ALL = List.of(
            new Endpoint<>(RegisterTenantHandler.OPERATION, RegisterTenantHandler.class, (function, data) -> {
                data.stacks()
                        .setVersion(function)
                        .allow(data.table(), "dynamodb:ConditionCheckItem", "dynamodb:Query", "dynamodb:UpdateItem");
                data.setTiers(function);
                data.allowStarting(function, TenantStateMachine.CREATE);
            }),
            new Endpoint<>(GetQueueHandler.OPERATION, GetQueueHandler.class, (function, data) -> {
                data.stacks()
                        .setVersion(function)
                        .setting(
                                TenantsSettings.TENANT_ONBOARDING,
                                data.options().onboarding())
                        .allow(data.table(), "dynamodb:Query");
                data.allowStarting(function, TenantStateMachine.CREATE);
            }),
            new Endpoint<>(
                    IssueQueueCredentialsHandler.OPERATION, IssueQueueCredentialsHandler.class, (function, data) -> {
                        data.stacks()
                                .setVersion(function)
                                .setting(
                                        TenantsSettings.TENANT_ONBOARDING,
                                        data.options().onboarding())
                                .allow(data.table(), "dynamodb:Query");
                        data.setClients(function);
                        data.allowStarting(function, TenantStateMachine.CREATE);
                    }),
            new Endpoint<>(
                    ListQueuesHandler.OPERATION,
                    ListQueuesHandler.class,
                    (function, data) -> data.stacks().allowObserving(function).allow(data.table(), "dynamodb:Query")),
            new Endpoint<>(
                    RedriveQueueHandler.OPERATION,
                    RedriveQueueHandler.class,
                    (function, data) -> data.stacks()
                            .allowRedriving(data.stacks().setVersion(function))
                            .allow(data.table(), "dynamodb:Query")),
            new Endpoint<>(SuspendTenantHandler.OPERATION, SuspendTenantHandler.class, TenantsEndpoints::suspend),
            new Endpoint<>(ResumeTenantHandler.OPERATION, ResumeTenantHandler.class, TenantsEndpoints::suspend),
            new Endpoint<>(
                    GetTenantHandler.OPERATION,
                    GetTenantHandler.class,
                    (function, data) -> function.allow(data.table(), "dynamodb:Query")),
            new Endpoint<>(
                    ListRunsHandler.OPERATION,
                    ListRunsHandler.class,
                    (function, data) -> function.allow(data.table(), "dynamodb:Query")),
            new Endpoint<>(
                    ListTenantsHandler.OPERATION,
                    ListTenantsHandler.class,
                    (function, data) -> function.allow(data.table(), "dynamodb:BatchGetItem")
                            .allowIndex(data.table(), TenantStore.BY_STATUS, "dynamodb:Query")
                            .allowIndex(data.table(), TenantStore.INVERTED, "dynamodb:Query")),
            new Endpoint<>(UpdateTenantHandler.OPERATION, UpdateTenantHandler.class, (function, data) -> {
                data.stacks().setInputs(data.stacks().setVersion(function)).allow(data.table(), "dynamodb:Query");
                data.allowStarting(function, TenantStateMachine.UPDATE);
            }),
            new Endpoint<>(RetryTenantHandler.OPERATION, RetryTenantHandler.class, (function, data) -> {
                data.stacks().setVersion(function).allow(data.table(), "dynamodb:Query");
                data.allowStarting(function, TenantStateMachine.CREATE);
            }),
            new Endpoint<>(DeleteTenantHandler.OPERATION, DeleteTenantHandler.class, (function, data) -> {
                data.stacks()
                        .setVersion(function)
                        .allow(data.table(), "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem");
                data.allowStarting(function, TenantStateMachine.DELETE);
            }),
            new Endpoint<>(UpgradeTenantsHandler.OPERATION, UpgradeTenantsHandler.class, (function, data) -> {
                data.stacks()
                        .setVersion(function)
                        .allow(data.table(), "dynamodb:GetItem", "dynamodb:UpdateItem")
                        .allowIndex(data.table(), TenantStore.INVERTED, "dynamodb:Query");
                data.allowStarting(function, TenantStateMachine.UPGRADE_ALL);
                data.workflows().of(TenantStateMachine.UPGRADE_ALL).allowDescribing(function);
            }),
            new Endpoint<>(
                    GetUpgradeHandler.OPERATION,
                    GetUpgradeHandler.class,
                    (function, data) -> function.allowIndex(data.table(), TenantStore.INVERTED, "dynamodb:Query")));

    private static void suspend(ServiceFunction function, Data data) {
        function.allow(data.table(), "dynamodb:ConditionCheckItem", "dynamodb:Query", "dynamodb:UpdateItem");
    }

    private TenantsEndpoints() {}
}
