package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.Workflow;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.api.ExportUserHandler;
import dev.backplane.userdata.api.GetExportHandler;
import dev.backplane.userdata.workflow.DataExporterHandler;
import dev.backplane.userdata.workflow.ExportStateMachine;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awscdk.Duration;

/** Exports of users: the state machine, its function, and the HTTP operations. */
final class UserdataExports {

    /** Shorter than the pause of erasures, which delete the files of an export in progress. */
    private static final Duration TIMEOUT = Duration.seconds(120);

    /** The operations. A transaction needs the permission of each of its actions. */
    static final List<Endpoint<UserdataExports>> ENDPOINTS = List.of(
            new Endpoint<>(
                    ExportUserHandler.OPERATION,
                    ExportUserHandler.class,
                    (function, exports) -> function.setting(UserdataSettings.EXPORT_MACHINE, exports.workflow.arn())
                            .allow(exports.workflow.arn(), "states:StartExecution")
                            .allow(
                                    exports.tables.jobs(),
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:UpdateItem")),
            new Endpoint<>(GetExportHandler.OPERATION, GetExportHandler.class, (function, exports) -> {
                exports.workflow.allowDescribing(function);
                exports.tables
                        .allowExports(function, "s3:GetObject")
                        .setting(UserdataSettings.EXPORT_MACHINE, exports.workflow.arn())
                        .allow(exports.tables.jobs(), "dynamodb:GetItem");
            }));

    private final UserdataTables tables;
    private final Workflow workflow;

    UserdataExports(
            UserdataStack stack, UserdataTables tables, Workspace workspace, UnaryOperator<ServiceFunction> configure) {
        this.tables = tables;
        ServiceFunction exporter = tables.allowExports(
                        configure.apply(stack.longTaskFunction(DataExporterHandler.class)), "s3:PutObject")
                .timeout(TIMEOUT)
                .allow(tables.usage(), "dynamodb:Query")
                .allow(tables.json(), "dynamodb:BatchGetItem", "dynamodb:Query")
                .allow(tables.blob(), "dynamodb:BatchGetItem", "dynamodb:Query")
                .allow(tables.behavior(), "dynamodb:BatchGetItem", "dynamodb:Query")
                .allow(tables.jobs(), "dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:UpdateItem");
        this.workflow = stack.workflow(
                        new Workflow.Definition(ExportStateMachine.ID, workspace.read(ExportStateMachine.FILE)),
                        Map.of(ExportStateMachine.FUNCTION, exporter.arn()))
                .allowInvoking(exporter);
        stack.addEndpoints(ENDPOINTS, this, configure);
    }
}
