package dev.backplane.infra;

import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.infra.constructs.Workflow;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.workflow.Placeholder;
import dev.backplane.tenants.workflow.TenantStateMachine;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The workflows of the tenants service. A transaction needs the permission of each of its actions. */
final class TenantWorkflows {

    private final Map<TenantStateMachine, Workflow> workflows = new EnumMap<>(TenantStateMachine.class);
    private final ServiceTable table;
    private final ServiceFunction deployStack;
    private final ServiceFunction stackStatus;

    TenantWorkflows(ServiceTable table, ServiceFunction deployStack, ServiceFunction stackStatus) {
        this.table = table;
        this.deployStack = deployStack;
        this.stackStatus = stackStatus;
    }

    /** Creates the state machines from their definitions. */
    void add(TenantsStack stack, Function<TenantStateMachine, String> definitions, TenantProvisioning stacks) {
        for (TenantStateMachine machine : TenantStateMachine.values()) {
            Map<String, String> substitutions = new TreeMap<>();
            machine.placeholders()
                    .forEach(placeholder -> substitutions.put(placeholder.text(), value(placeholder, stack, stacks)));
            Workflow workflow =
                    stack.workflow(new Workflow.Definition(machine.id(), definitions.apply(machine)), substitutions);
            workflows.put(machine, workflow.allow(stack.bus().getEventBusArn(), "events:PutEvents"));
        }
        allowCalls(stacks);
    }

    private String value(Placeholder placeholder, TenantsStack stack, TenantProvisioning stacks) {
        return switch (placeholder) {
            case TENANT_TABLE -> table.tableName();
            case DEPLOY_STACK_FUNCTION -> deployStack.arn();
            case STACK_STATUS_FUNCTION -> stackStatus.arn();
            case EVENT_BUS -> stack.bus().getEventBusName();
            case TENANT_STACK_ROLE -> stacks.roleArn();
            case TENANT_UPDATE_MACHINE -> of(TenantStateMachine.UPDATE).arn();
        };
    }

    private void allowCalls(TenantProvisioning stacks) {
        of(TenantStateMachine.CREATE)
                .allow(
                        table,
                        "dynamodb:ConditionCheckItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:PutItem",
                        "dynamodb:UpdateItem")
                .allowInvoking(deployStack)
                .allowInvoking(stackStatus);
        of(TenantStateMachine.UPDATE)
                .allow(
                        table,
                        "dynamodb:ConditionCheckItem",
                        "dynamodb:GetItem",
                        "dynamodb:PutItem",
                        "dynamodb:UpdateItem")
                .allowInvoking(deployStack)
                .allowInvoking(stackStatus);
        stacks.allowDeleting(of(TenantStateMachine.DELETE))
                .allow(table, "dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem")
                .allowInvoking(stackStatus);
        of(TenantStateMachine.UPGRADE_ALL)
                .allow(table, "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem")
                .allowIndex(table, TenantStore.INVERTED, "dynamodb:Query")
                .allowRunning(of(TenantStateMachine.UPDATE))
                .allowRunningItems();
    }

    Workflow of(TenantStateMachine machine) {
        Workflow workflow = workflows.get(machine);
        if (workflow == null) {
            throw new IllegalStateException(machine + " is created after the construct that needs it");
        }
        return workflow;
    }

    /** Sets the ARNs of the state machines in a function's environment. */
    ServiceFunction configure(ServiceFunction function) {
        workflows.forEach((machine, workflow) -> function.setting(machine.setting(), workflow.arn()));
        return function;
    }

    /** Matches executions that failed, timed out or were aborted. */
    EventPattern failedExecutions() {
        List<String> machines = workflows.values().stream().map(Workflow::arn).toList();
        return new EventPattern(Map.of(
                "source", List.of("aws.states"),
                "detail-type", List.of("Step Functions Execution Status Change"),
                "detail", Map.of("stateMachineArn", machines, "status", List.of("ABORTED", "FAILED", "TIMED_OUT"))));
    }
}
