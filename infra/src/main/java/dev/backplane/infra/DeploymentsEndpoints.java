package dev.backplane.infra;

import dev.backplane.deployments.api.CreateAliasHandler;
import dev.backplane.deployments.api.CreateDeploymentHandler;
import dev.backplane.deployments.api.DeleteAliasHandler;
import dev.backplane.deployments.api.DeleteDeploymentHandler;
import dev.backplane.deployments.api.DeleteRetentionHandler;
import dev.backplane.deployments.api.EndAliasSplitHandler;
import dev.backplane.deployments.api.GetAliasHandler;
import dev.backplane.deployments.api.GetDeploymentHandler;
import dev.backplane.deployments.api.GetPromotionHandler;
import dev.backplane.deployments.api.GetRetentionHandler;
import dev.backplane.deployments.api.ListAliasHistoryHandler;
import dev.backplane.deployments.api.ListAliasesHandler;
import dev.backplane.deployments.api.ListDeploymentsHandler;
import dev.backplane.deployments.api.ListPromotionsHandler;
import dev.backplane.deployments.api.LockAliasHandler;
import dev.backplane.deployments.api.PreviewRetentionHandler;
import dev.backplane.deployments.api.PromoteAliasesHandler;
import dev.backplane.deployments.api.PutRetentionHandler;
import dev.backplane.deployments.api.ResolveAliasHandler;
import dev.backplane.deployments.api.RollBackAliasHandler;
import dev.backplane.deployments.api.RunRetentionHandler;
import dev.backplane.deployments.api.SplitAliasHandler;
import dev.backplane.deployments.api.UndoPromotionHandler;
import dev.backplane.deployments.api.UnlockAliasHandler;
import dev.backplane.deployments.api.UpdateDeploymentStatusHandler;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.ProjectStore;
import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.infra.constructs.ServiceFunction;
import java.util.List;

/** The HTTP operations of the deployments service. */
final class DeploymentsEndpoints {

    /** All operations. A transaction needs the permission of each of its actions. */
    static final List<Endpoint<DeploymentsTables>> ALL = List.of(
            new Endpoint<>(
                    CreateDeploymentHandler.OPERATION,
                    CreateDeploymentHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:PutItem")
                            .allow(tables.projects(), "dynamodb:PutItem")),
            new Endpoint<>(
                    ListDeploymentsHandler.OPERATION,
                    ListDeploymentsHandler.class,
                    (function, tables) -> function.allowIndex(
                                    tables.deployments(), DeploymentStore.BY_DATE, "dynamodb:Query")
                            .allow(tables.projects(), "dynamodb:Query")
                            .allowIndex(tables.projects(), ProjectStore.BY_BRANCH, "dynamodb:Query")
                            .allowIndex(tables.projects(), ProjectStore.BY_STATUS, "dynamodb:Query")
                            .allowIndex(tables.projects(), ProjectStore.BY_BRANCH_AND_STATUS, "dynamodb:Query")),
            new Endpoint<>(
                    GetDeploymentHandler.OPERATION,
                    GetDeploymentHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:GetItem")),
            new Endpoint<>(
                    UpdateDeploymentStatusHandler.OPERATION,
                    UpdateDeploymentStatusHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:UpdateItem")
                            .allow(
                                    tables.aliases(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:Query",
                                    "dynamodb:UpdateItem")
                            .allow(tables.projects(), "dynamodb:PutItem")
                            .allowIndex(tables.aliases(), AliasStore.BY_DEPLOYMENT, "dynamodb:Query")),
            new Endpoint<>(
                    DeleteDeploymentHandler.OPERATION,
                    DeleteDeploymentHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:UpdateItem")
                            .allow(
                                    tables.aliases(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:Query",
                                    "dynamodb:UpdateItem")
                            .allow(tables.projects(), "dynamodb:DeleteItem", "dynamodb:PutItem")
                            .allowIndex(tables.aliases(), AliasStore.BY_DEPLOYMENT, "dynamodb:Query")),
            new Endpoint<>(
                    CreateAliasHandler.OPERATION,
                    CreateAliasHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:UpdateItem")
                            .allow(
                                    tables.aliases(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:Query")),
            new Endpoint<>(
                    ListAliasesHandler.OPERATION,
                    ListAliasesHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:GetItem")
                            .allow(tables.aliases(), "dynamodb:BatchGetItem", "dynamodb:Query")
                            .allowIndex(tables.aliases(), AliasStore.BY_DEPLOYMENT, "dynamodb:Query")),
            new Endpoint<>(
                    GetAliasHandler.OPERATION,
                    GetAliasHandler.class,
                    (function, tables) -> function.allow(tables.aliases(), "dynamodb:GetItem")),
            new Endpoint<>(
                    DeleteAliasHandler.OPERATION,
                    DeleteAliasHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:UpdateItem")
                            .allow(
                                    tables.aliases(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:PutItem")),
            new Endpoint<>(
                    ResolveAliasHandler.OPERATION,
                    ResolveAliasHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:GetItem")
                            .allow(tables.aliases(), "dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query")),
            new Endpoint<>(
                    ListAliasHistoryHandler.OPERATION,
                    ListAliasHistoryHandler.class,
                    (function, tables) -> function.allow(tables.aliases(), "dynamodb:GetItem", "dynamodb:Query")),
            new Endpoint<>(
                    RollBackAliasHandler.OPERATION,
                    RollBackAliasHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:UpdateItem")
                            .allow(
                                    tables.aliases(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:PutItem")),
            new Endpoint<>(
                    LockAliasHandler.OPERATION,
                    LockAliasHandler.class,
                    (function, tables) ->
                            function.allow(tables.aliases(), "dynamodb:BatchGetItem", "dynamodb:PutItem")),
            new Endpoint<>(
                    UnlockAliasHandler.OPERATION,
                    UnlockAliasHandler.class,
                    (function, tables) ->
                            function.allow(tables.aliases(), "dynamodb:BatchGetItem", "dynamodb:PutItem")),
            new Endpoint<>(
                    SplitAliasHandler.OPERATION,
                    SplitAliasHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.aliases(), "dynamodb:BatchGetItem", "dynamodb:PutItem")),
            new Endpoint<>(
                    EndAliasSplitHandler.OPERATION,
                    EndAliasSplitHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:UpdateItem")
                            .allow(
                                    tables.aliases(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:PutItem")),
            new Endpoint<>(
                    PromoteAliasesHandler.OPERATION,
                    PromoteAliasesHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:UpdateItem")
                            .allow(
                                    tables.aliases(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:Query")),
            new Endpoint<>(
                    UndoPromotionHandler.OPERATION,
                    UndoPromotionHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:UpdateItem")
                            .allow(
                                    tables.aliases(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:UpdateItem")),
            new Endpoint<>(
                    GetPromotionHandler.OPERATION,
                    GetPromotionHandler.class,
                    (function, tables) -> function.allow(tables.aliases(), "dynamodb:GetItem")),
            new Endpoint<>(
                    ListPromotionsHandler.OPERATION,
                    ListPromotionsHandler.class,
                    (function, tables) -> function.allow(tables.aliases(), "dynamodb:Query")),
            new Endpoint<>(
                    PutRetentionHandler.OPERATION,
                    PutRetentionHandler.class,
                    (function, tables) -> function.allow(tables.projects(), "dynamodb:PutItem")),
            new Endpoint<>(
                    GetRetentionHandler.OPERATION,
                    GetRetentionHandler.class,
                    (function, tables) -> function.allow(tables.projects(), "dynamodb:GetItem")),
            new Endpoint<>(
                    DeleteRetentionHandler.OPERATION,
                    DeleteRetentionHandler.class,
                    (function, tables) -> function.allow(tables.projects(), "dynamodb:DeleteItem")),
            new Endpoint<>(
                    PreviewRetentionHandler.OPERATION,
                    PreviewRetentionHandler.class,
                    (function, tables) -> function.allow(tables.projects(), "dynamodb:GetItem", "dynamodb:Query")
                            .allow(tables.deployments(), "dynamodb:BatchGetItem")),
            new Endpoint<>(
                    RunRetentionHandler.OPERATION,
                    RunRetentionHandler.class,
                    (function, tables) ->
                            allowExpiring(function, tables).allow(tables.projects(), "dynamodb:GetItem")));

    private DeploymentsEndpoints() {}

    /** Allows what expiring the deployments of a project needs. */
    static ServiceFunction allowExpiring(ServiceFunction function, DeploymentsTables tables) {
        return function.allow(
                        tables.projects(),
                        "dynamodb:ConditionCheckItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:PutItem",
                        "dynamodb:Query")
                .allow(
                        tables.deployments(),
                        "dynamodb:BatchGetItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:PutItem",
                        "dynamodb:UpdateItem")
                .allow(
                        tables.aliases(),
                        "dynamodb:BatchGetItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:PutItem",
                        "dynamodb:Query")
                .allowIndex(tables.aliases(), AliasStore.BY_DEPLOYMENT, "dynamodb:Query");
    }
}
