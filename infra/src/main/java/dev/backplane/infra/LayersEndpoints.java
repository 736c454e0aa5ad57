package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.api.DeleteLayerVersionHandler;
import dev.backplane.layers.api.GetBuildHandler;
import dev.backplane.layers.api.GetLatestBuildHandler;
import dev.backplane.layers.api.GetLatestLayerHandler;
import dev.backplane.layers.api.GetLayerUsageHandler;
import dev.backplane.layers.api.GetLayerVersionHandler;
import dev.backplane.layers.api.GetPackageCoverageHandler;
import dev.backplane.layers.api.GetPackageLatestHandler;
import dev.backplane.layers.api.GetRequirementsHandler;
import dev.backplane.layers.api.HoldLayerVersionHandler;
import dev.backplane.layers.api.ListBuildsHandler;
import dev.backplane.layers.api.ListLatestBuildsHandler;
import dev.backplane.layers.api.ListLatestLayersHandler;
import dev.backplane.layers.api.ListLayerVersionsHandler;
import dev.backplane.layers.api.ListLayersHandler;
import dev.backplane.layers.api.RegisterBuildHandler;
import dev.backplane.layers.api.RegisterLayerHandler;
import dev.backplane.layers.api.ReleaseLayerVersionHandler;
import dev.backplane.layers.api.UpdateLayerVersionHandler;
import dev.backplane.layers.store.LayerStore;
import java.util.List;
import software.amazon.awscdk.Aws;

/** The HTTP operations of the layers service. */
final class LayersEndpoints {

    /** All operations. A transaction needs the permission of each of its actions. */
    static final List<Endpoint<ServiceTable>> ALL = List.of(
            new Endpoint<>(
                    RegisterLayerHandler.OPERATION,
                    RegisterLayerHandler.class,
                    (function, table) -> function.setting(LayersSettings.ACCOUNT_ID, Aws.ACCOUNT_ID)
                            .allow(table, "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem")),
            new Endpoint<>(
                    ListLatestLayersHandler.OPERATION,
                    ListLatestLayersHandler.class,
                    (function, table) -> function.allowIndex(table, LayerStore.DEPLOYED_IN_REGION, "dynamodb:Query")),
            new Endpoint<>(
                    GetLatestLayerHandler.OPERATION,
                    GetLatestLayerHandler.class,
                    (function, table) -> function.allow(table, "dynamodb:GetItem")),
            new Endpoint<>(
                    ListLayersHandler.OPERATION,
                    ListLayersHandler.class,
                    (function, table) -> function.allowIndex(table, LayerStore.DEPLOYED_IN_REGION, "dynamodb:Query")),
            new Endpoint<>(
                    ListLayerVersionsHandler.OPERATION,
                    ListLayerVersionsHandler.class,
                    (function, table) -> function.allow(table, "dynamodb:BatchGetItem", "dynamodb:GetItem")),
            new Endpoint<>(
                    GetLayerVersionHandler.OPERATION,
                    GetLayerVersionHandler.class,
                    (function, table) -> function.allow(table, "dynamodb:GetItem")),
            new Endpoint<>(
                    GetLayerUsageHandler.OPERATION,
                    GetLayerUsageHandler.class,
                    (function, table) -> function.allow(table, "dynamodb:GetItem", "dynamodb:Query")),
            new Endpoint<>(
                    DeleteLayerVersionHandler.OPERATION,
                    DeleteLayerVersionHandler.class,
                    (function, table) -> function.allow(
                                    table,
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:UpdateItem")
                            .allowIndex(table, LayerStore.PACKAGE_GLOBAL, "dynamodb:Query")),
            new Endpoint<>(
                    UpdateLayerVersionHandler.OPERATION,
                    UpdateLayerVersionHandler.class,
                    (function, table) -> function.allow(table, "dynamodb:GetItem", "dynamodb:UpdateItem")),
            new Endpoint<>(
                    HoldLayerVersionHandler.OPERATION,
                    HoldLayerVersionHandler.class,
                    (function, table) -> function.allow(table, "dynamodb:GetItem", "dynamodb:UpdateItem")),
            new Endpoint<>(
                    ReleaseLayerVersionHandler.OPERATION,
                    ReleaseLayerVersionHandler.class,
                    (function, table) -> function.allow(table, "dynamodb:GetItem", "dynamodb:UpdateItem")),
            new Endpoint<>(
                    GetPackageCoverageHandler.OPERATION,
                    GetPackageCoverageHandler.class,
                    (function, table) -> function.allowIndex(table, LayerStore.PACKAGE_GLOBAL, "dynamodb:Query")),
            new Endpoint<>(
                    GetPackageLatestHandler.OPERATION,
                    GetPackageLatestHandler.class,
                    (function, table) -> function.allowIndex(table, LayerStore.PACKAGE_GLOBAL, "dynamodb:Query")),
            new Endpoint<>(
                    RegisterBuildHandler.OPERATION,
                    RegisterBuildHandler.class,
                    (function, table) -> function.allow(table, "dynamodb:GetItem", "dynamodb:PutItem")),
            new Endpoint<>(
                    ListLatestBuildsHandler.OPERATION,
                    ListLatestBuildsHandler.class,
                    (function, table) -> function.allow(table, "dynamodb:Query")),
            new Endpoint<>(
                    GetLatestBuildHandler.OPERATION,
                    GetLatestBuildHandler.class,
                    (function, table) -> function.allow(table, "dynamodb:GetItem")),
            new Endpoint<>(
                    ListBuildsHandler.OPERATION,
                    ListBuildsHandler.class,
                    (function, table) -> function.allow(table, "dynamodb:BatchGetItem", "dynamodb:GetItem")),
            new Endpoint<>(
                    GetBuildHandler.OPERATION,
                    GetBuildHandler.class,
                    (function, table) -> function.allow(table, "dynamodb:GetItem")),
            new Endpoint<>(
                    GetRequirementsHandler.OPERATION,
                    GetRequirementsHandler.class,
                    (function, table) -> function.allowIndex(table, LayerStore.BY_REQUIREMENTS, "dynamodb:Query")));

    private LayersEndpoints() {}
}
