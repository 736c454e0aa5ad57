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
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import java.util.List;
import java.util.function.BiConsumer;

/** One HTTP operation of the deployments service, the handler that serves it, and what that handler may call. */
record DeploymentsEndpoint(
        Operation operation,
        Class<? extends HttpHandler> handler,
        BiConsumer<ServiceFunction, DeploymentsTables> grants) {

    /** All operations; a transaction needs the permission of each of its parts. */
    static final List<DeploymentsEndpoint> ALL = List.of(
            new DeploymentsEndpoint(
                    CreateDeploymentHandler.OPERATION,
                    CreateDeploymentHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:PutItem")),
            new DeploymentsEndpoint(
                    ListDeploymentsHandler.OPERATION,
                    ListDeploymentsHandler.class,
                    (function, tables) ->
                            function.allowIndex(tables.deployments(), DeploymentStore.BY_DATE, "dynamodb:Query")),
            new DeploymentsEndpoint(
                    GetDeploymentHandler.OPERATION,
                    GetDeploymentHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:GetItem")),
            new DeploymentsEndpoint(
                    UpdateDeploymentStatusHandler.OPERATION,
                    UpdateDeploymentStatusHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.aliases(), "dynamodb:PutItem", "dynamodb:UpdateItem")
                            .allowIndex(tables.aliases(), AliasStore.BY_DEPLOYMENT, "dynamodb:Query")),
            new DeploymentsEndpoint(
                    DeleteDeploymentHandler.OPERATION,
                    DeleteDeploymentHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.aliases(), "dynamodb:DeleteItem", "dynamodb:UpdateItem")
                            .allowIndex(tables.aliases(), AliasStore.BY_DEPLOYMENT, "dynamodb:Query")),
            new DeploymentsEndpoint(
                    CreateAliasHandler.OPERATION,
                    CreateAliasHandler.class,
                    (function, tables) -> function.allow(
                                    tables.deployments(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.aliases(), "dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:PutItem")),
            new DeploymentsEndpoint(
                    ListAliasesHandler.OPERATION,
                    ListAliasesHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:GetItem")
                            .allow(tables.aliases(), "dynamodb:Query")
                            .allowIndex(tables.aliases(), AliasStore.BY_DEPLOYMENT, "dynamodb:Query")),
            new DeploymentsEndpoint(
                    GetAliasHandler.OPERATION,
                    GetAliasHandler.class,
                    (function, tables) -> function.allow(tables.aliases(), "dynamodb:GetItem")),
            new DeploymentsEndpoint(
                    DeleteAliasHandler.OPERATION,
                    DeleteAliasHandler.class,
                    (function, tables) -> function.allow(tables.deployments(), "dynamodb:UpdateItem")
                            .allow(tables.aliases(), "dynamodb:DeleteItem", "dynamodb:GetItem")),
            new DeploymentsEndpoint(
                    ResolveAliasHandler.OPERATION,
                    ResolveAliasHandler.class,
                    (function, tables) -> function.allow(tables.aliases(), "dynamodb:GetItem", "dynamodb:Query")));
}
