package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.userdata.api.CreateAppHandler;
import dev.backplane.userdata.api.GetAppHandler;
import dev.backplane.userdata.api.GetQuotaHandler;
import dev.backplane.userdata.api.ListAppUsersHandler;
import dev.backplane.userdata.api.ListAppsHandler;
import dev.backplane.userdata.api.ListUserAppsHandler;
import dev.backplane.userdata.api.RecountHandler;
import dev.backplane.userdata.api.RemoveQuotaHandler;
import dev.backplane.userdata.api.SetQuotaHandler;
import dev.backplane.userdata.api.UpdateAppHandler;
import dev.backplane.userdata.store.Tables;
import java.util.List;

/** The HTTP operations of the user data service for apps, quotas and usage. */
final class UserdataAppEndpoints {

    /** All operations. A transaction needs the permission of each of its actions. */
    static final List<Endpoint<UserdataTables>> ALL = List.of(
            new Endpoint<>(
                    CreateAppHandler.OPERATION,
                    CreateAppHandler.class,
                    (function, tables) -> function.allow(tables.apps(), "dynamodb:PutItem")
                            .allow(tables.usage(), "dynamodb:PutItem")
                            .allow(tables.jobs(), "dynamodb:ConditionCheckItem")),
            new Endpoint<>(
                    ListAppsHandler.OPERATION,
                    ListAppsHandler.class,
                    (function, tables) -> function.allow(tables.usage(), "dynamodb:Query")),
            new Endpoint<>(
                    GetAppHandler.OPERATION,
                    GetAppHandler.class,
                    (function, tables) -> function.allow(tables.apps(), "dynamodb:GetItem")),
            new Endpoint<>(
                    UpdateAppHandler.OPERATION,
                    UpdateAppHandler.class,
                    (function, tables) -> function.allow(tables.apps(), "dynamodb:GetItem", "dynamodb:PutItem")
                            .allow(tables.usage(), "dynamodb:PutItem")),
            new Endpoint<>(
                    SetQuotaHandler.OPERATION,
                    SetQuotaHandler.class,
                    (function, tables) -> function.allow(tables.apps(), "dynamodb:GetItem", "dynamodb:PutItem")
                            .allow(tables.usage(), "dynamodb:PutItem")),
            new Endpoint<>(
                    RemoveQuotaHandler.OPERATION,
                    RemoveQuotaHandler.class,
                    (function, tables) -> function.allow(tables.apps(), "dynamodb:GetItem", "dynamodb:PutItem")
                            .allow(tables.usage(), "dynamodb:PutItem")),
            new Endpoint<>(
                    ListAppUsersHandler.OPERATION,
                    ListAppUsersHandler.class,
                    (function, tables) -> function.allow(tables.apps(), "dynamodb:GetItem")
                            .allowIndex(tables.usage(), Tables.BY_APP, "dynamodb:Query")),
            new Endpoint<>(
                    ListUserAppsHandler.OPERATION,
                    ListUserAppsHandler.class,
                    (function, tables) -> function.allow(tables.usage(), "dynamodb:Query")),
            new Endpoint<>(
                    GetQuotaHandler.OPERATION,
                    GetQuotaHandler.class,
                    (function, tables) -> function.allow(tables.apps(), "dynamodb:BatchGetItem")
                            .allow(tables.usage(), "dynamodb:BatchGetItem")),
            new Endpoint<>(
                    RecountHandler.OPERATION,
                    RecountHandler.class,
                    (function, tables) -> function.allow(
                                    tables.apps(),
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.usage(), "dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem")
                            .allow(tables.json(), "dynamodb:Query")
                            .allow(tables.blob(), "dynamodb:Query")
                            .allow(tables.jobs(), "dynamodb:BatchGetItem")));

    private UserdataAppEndpoints() {}
}
