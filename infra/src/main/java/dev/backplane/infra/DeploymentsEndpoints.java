package dev.backplane.infra;

import dev.backplane.deployments.api.CreateAliasHandler;
import dev.backplane.deployments.api.CreateDeploymentHandler;
import dev.backplane.deployments.api.DeleteAliasHandler;
import dev.backplane.deployments.api.DeleteDeploymentHandler;
import dev.backplane.deployments.api.GetAliasHandler;
import dev.backplane.deployments.api.GetDeploymentHandler;
import dev.backplane.deployments.api.ListAliasesHandler;
import dev.backplane.deployments.api.ListDeploymentsHandler;
import dev.backplane.deployments.api.ResolveAliasHandler;
import dev.backplane.deployments.api.UpdateDeploymentStatusHandler;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.infra.constructs.Endpoint;
import java.util.List;

/** The HTTP operations of the deployments service. */
final class DeploymentsEndpoints {

    /** All operations. A transaction needs the permission of each of its actions. */
    static final List<Endpoint<DeploymentsTables>> ALL = List.of(
            new Endpoint<>(
                    CreateDeploymentHandler.OPERATION,
                    CreateDeploymentHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:PutItem")),
            new Endpoint<>(
                    ListDeploymentsHandler.OPERATION,
                    ListDeploymentsHandler.class,
                    (function, tables) ->
                            function.allowIndex(tables.deployments(), DeploymentStore.BY_DATE, "dynamodb:Query")),
            new Endpoint<>(
                    GetDeploymentHandler.OPERATION,
                    GetDeploymentHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:GetItem")),
            new Endpoint<>(
                    UpdateDeploymentStatusHandler.OPERATION,
                    UpdateDeploymentStatusHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.aliases(), "dynamodb:PutItem", "dynamodb:UpdateItem")
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
                            .allow(tables.aliases(), "dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:UpdateItem")
                            .allowIndex(tables.aliases(), AliasStore.BY_DEPLOYMENT, "dynamodb:Query")),
            new Endpoint<>(
                    CreateAliasHandler.OPERATION,
                    CreateAliasHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.aliases(), "dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:PutItem")),
            new Endpoint<>(
                    ListAliasesHandler.OPERATION,
                    ListAliasesHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:GetItem")
                            .allow(tables.aliases(), "dynamodb:Query")
                            .allowIndex(tables.aliases(), AliasStore.BY_DEPLOYMENT, "dynamodb:Query")),
            new Endpoint<>(
                    GetAliasHandler.OPERATION,
                    GetAliasHandler.class,
                    (function, tables) -> function.allow(tables.aliases(), "dynamodb:GetItem")),
            new Endpoint<>(
                    DeleteAliasHandler.OPERATION,
                    DeleteAliasHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:UpdateItem")
                            .allow(tables.aliases(), "dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem")),
            new Endpoint<>(
                    ResolveAliasHandler.OPERATION,
                    ResolveAliasHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:GetItem")
                            .allow(tables.aliases(), "dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query")));

    private DeploymentsEndpoints() {}
}
