package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.FailureQueue;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.StreamMapping;
import dev.backplane.infra.constructs.Workflow;
import dev.backplane.infra.settings.RemovalOptions;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.api.DeleteAppHandler;
import dev.backplane.userdata.api.EraseUserHandler;
import dev.backplane.userdata.api.GetErasureHandler;
import dev.backplane.userdata.api.GetPurgeHandler;
import dev.backplane.userdata.events.JobStreamHandler;
import dev.backplane.userdata.store.JobRows;
import dev.backplane.userdata.store.Tables;
import dev.backplane.userdata.workflow.DataRemoverHandler;
import dev.backplane.userdata.workflow.RemovalStateMachine;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awscdk.Duration;

/** Erasures of users and purges of apps: the state machine, its function, the HTTP operations, and their events. */
final class UserdataRemovals {

    /** Shorter than the pause between the sweeps, so that a function of an earlier execution is over after it. */
    private static final Duration SWEEP_TIMEOUT = Duration.seconds(120);

    /** The operations. A transaction needs the permission of each of its actions. */
    static final List<Endpoint<UserdataRemovals>> ENDPOINTS = List.of(
            new Endpoint<>(
                    DeleteAppHandler.OPERATION,
                    DeleteAppHandler.class,
                    (function, removals) -> removals.withStart(function)
                            .allow(
                                    removals.tables.apps(),
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:UpdateItem")
                            .allow(removals.tables.usage(), "dynamodb:DeleteItem")
                            .allowIndex(removals.tables.usage(), Tables.BY_APP, "dynamodb:Query")
                            .allow(
                                    removals.tables.jobs(),
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:UpdateItem")),
            new Endpoint<>(
                    EraseUserHandler.OPERATION,
                    EraseUserHandler.class,
                    (function, removals) -> removals.withSelfErasure(removals.withStart(function))
                            .allow(
                                    removals.tables.jobs(),
                                    "dynamodb:GetItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:UpdateItem")),
            new Endpoint<>(
                    GetErasureHandler.OPERATION,
                    GetErasureHandler.class,
                    (function, removals) -> removals.withStatus(function)),
            new Endpoint<>(
                    GetPurgeHandler.OPERATION,
                    GetPurgeHandler.class,
                    (function, removals) -> removals.withStatus(function)));

    private final UserdataStack stack;
    private final UserdataTables tables;
    private final RemovalOptions options;
    private final Workflow workflow;

    UserdataRemovals(
            UserdataStack stack, UserdataTables tables, Workspace workspace, UnaryOperator<ServiceFunction> configure) {
        this.stack = stack;
        this.tables = tables;
        this.options = stack.service().stage().removal();
        ServiceFunction remover = remover(configure);
        this.workflow = stack.workflow(
                        new Workflow.Definition(RemovalStateMachine.ID, workspace.read(RemovalStateMachine.FILE)),
                        Map.of(
                                RemovalStateMachine.FUNCTION,
                                remover.arn(),
                                RemovalStateMachine.SETTLING_SECONDS,
                                Integer.toString(options.settlingSeconds())))
                .allowInvoking(remover);
        stack.addEndpoints(ENDPOINTS, this, configure);
    }

    private ServiceFunction remover(UnaryOperator<ServiceFunction> configure) {
        return tables.allowExports(configure.apply(stack.taskFunction(DataRemoverHandler.class)), "s3:DeleteObject")
                .timeout(SWEEP_TIMEOUT)
                .allow(tables.apps(), "dynamodb:DeleteItem", "dynamodb:UpdateItem")
                .allow(tables.usage(), "dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:Query")
                .allowIndex(tables.usage(), Tables.BY_APP, "dynamodb:Query")
                .allow(tables.json(), "dynamodb:DeleteItem", "dynamodb:Query")
                .allowIndex(tables.json(), Tables.BY_USER, "dynamodb:Query")
                .allow(tables.blob(), "dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:Query")
                .allowIndex(tables.blob(), Tables.BY_USER, "dynamodb:Query")
                .allow(tables.behavior(), "dynamodb:DeleteItem", "dynamodb:Query")
                .allow(tables.changes(), "dynamodb:DeleteItem", "dynamodb:Query")
                .allow(
                        tables.jobs(),
                        "dynamodb:DeleteItem",
                        "dynamodb:GetItem",
                        "dynamodb:PutItem",
                        "dynamodb:Query",
                        "dynamodb:UpdateItem");
    }

    /**
     * Publishes that jobs are done.
     *
     * <p>The queue has no alarm of its own: failures of the function raise the one for faults of the service, and nobody
     * waits for these events.
     */
    void publishEvents() {
        new StreamMapping(
                stack.publisher(stack.batchFunction(JobStreamHandler.class)),
                tables.jobs(),
                FailureQueue.shared(stack, stack.service(), "job-failures"),
                new EventPattern(Map.of(
                        "eventName",
                        List.of("MODIFY"),
                        "dynamodb",
                        Map.of(
                                "Keys", Map.of(JobRows.ENTRY, Map.of("S", List.of(JobRows.JOB))),
                                "NewImage", Map.of(JobRows.STATUS, Map.of("S", List.of(JobRows.DONE)))))));
    }

    private ServiceFunction withStart(ServiceFunction function) {
        return function.setting(UserdataSettings.REMOVAL_MACHINE, workflow.arn())
                .allow(workflow.arn(), "states:StartExecution");
    }

    private void withStatus(ServiceFunction function) {
        workflow.allowDescribing(function);
        function.setting(UserdataSettings.REMOVAL_MACHINE, workflow.arn()).allow(tables.jobs(), "dynamodb:GetItem");
    }

    private ServiceFunction withSelfErasure(ServiceFunction function) {
        return options.selfErasure() ? function.setting(UserdataSettings.SELF_ERASURE, "true") : function;
    }
}
