package dev.backplane.infra;

import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.Workflow;
import dev.backplane.tenants.workflow.Placeholder;
import dev.backplane.tenants.workflow.TenantStateMachine;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The workflows of the tenants service. They invoke functions, which read and write all rows. */
final class TenantWorkflows {

    /** The functions that the workflows invoke. */
    record Tasks(
            ServiceFunction recordRun,
            ServiceFunction planUpgrade,
            ServiceFunction deployStack,
            ServiceFunction stackStatus) {}

    private final Map<TenantStateMachine, Workflow> workflows = new EnumMap<>(TenantStateMachine.class);
    private final Tasks tasks;

    TenantWorkflows(Tasks tasks) {
        this.tasks = tasks;
    }

    /** Creates the state machines from their definitions. */
    void add(TenantsStack stack, Function<TenantStateMachine, String> definitions, TenantProvisioning stacks) {
        for (TenantStateMachine machine : TenantStateMachine.values()) {
            Map<String, String> substitutions = new TreeMap<>();
            machine.placeholders()
                    .forEach(placeholder -> substitutions.put(placeholder.text(), value(placeholder, stacks)));
            Workflow workflow =
                    stack.workflow(new Workflow.Definition(machine.id(), definitions.apply(machine)), substitutions);
            workflows.put(machine, workflow.allowInvoking(tasks.recordRun()));
        }
        allowCalls(stacks);
    }

    private String value(Placeholder placeholder, TenantProvisioning stacks) {
        return switch (placeholder) {
            case RECORD_RUN_FUNCTION -> tasks.recordRun().arn();
            case PLAN_UPGRADE_FUNCTION -> tasks.planUpgrade().arn();
            case DEPLOY_STACK_FUNCTION -> tasks.deployStack().arn();
            case STACK_STATUS_FUNCTION -> tasks.stackStatus().arn();
            case TENANT_STACK_ROLE -> stacks.roleArn();
            case TENANT_UPDATE_MACHINE -> of(TenantStateMachine.UPDATE).arn();
        };
    }

    private void allowCalls(TenantProvisioning stacks) {
        of(TenantStateMachine.CREATE).allowInvoking(tasks.deployStack()).allowInvoking(tasks.stackStatus());
        of(TenantStateMachine.UPDATE).allowInvoking(tasks.deployStack()).allowInvoking(tasks.stackStatus());
        stacks.allowDeleting(of(TenantStateMachine.DELETE)).allowInvoking(tasks.stackStatus());
        of(TenantStateMachine.UPGRADE_ALL)
                .allowInvoking(tasks.planUpgrade())
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
