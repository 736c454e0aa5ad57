package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.userdata.api.DeleteBehaviorHandler;
import dev.backplane.userdata.api.DeleteBlobHandler;
import dev.backplane.userdata.api.DeleteJsonHandler;
import dev.backplane.userdata.api.GetBehaviorHandler;
import dev.backplane.userdata.api.GetBlobHandler;
import dev.backplane.userdata.api.GetJsonHandler;
import dev.backplane.userdata.api.IncrementCounterHandler;
import dev.backplane.userdata.api.ListBehaviorHandler;
import dev.backplane.userdata.api.ListBlobsHandler;
import dev.backplane.userdata.api.ListJsonHandler;
import dev.backplane.userdata.api.PatchBehaviorHandler;
import dev.backplane.userdata.api.PatchJsonHandler;
import dev.backplane.userdata.api.PutBehaviorHandler;
import dev.backplane.userdata.api.PutBlobHandler;
import dev.backplane.userdata.api.PutJsonHandler;
import java.util.List;

/** The HTTP operations of the user data service for values. */
final class UserdataValueEndpoints {

    /** All operations. A transaction needs the permission of each of its actions. */
    static final List<Endpoint<UserdataTables>> ALL = List.of(
            new Endpoint<>(
                    ListJsonHandler.OPERATION,
                    ListJsonHandler.class,
                    (function, tables) -> function.allow(tables.apps(), "dynamodb:GetItem")
                            .allow(tables.json(), "dynamodb:BatchGetItem", "dynamodb:Query")),
            new Endpoint<>(
                    GetJsonHandler.OPERATION,
                    GetJsonHandler.class,
                    (function, tables) ->
                            function.allow(tables.apps(), "dynamodb:GetItem").allow(tables.json(), "dynamodb:GetItem")),
            new Endpoint<>(
                    PutJsonHandler.OPERATION,
                    PutJsonHandler.class,
                    (function, tables) -> allowWrite(function, tables, tables.json(), tables.blob())
                            .allow(tables.jobs(), "dynamodb:BatchGetItem", "dynamodb:GetItem")),
            new Endpoint<>(
                    PatchJsonHandler.OPERATION,
                    PatchJsonHandler.class,
                    (function, tables) -> allowWrite(function, tables, tables.json(), tables.blob())
                            .allow(tables.jobs(), "dynamodb:BatchGetItem", "dynamodb:GetItem")),
            new Endpoint<>(
                    DeleteJsonHandler.OPERATION,
                    DeleteJsonHandler.class,
                    (function, tables) -> function.allow(
                                    tables.apps(), "dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:UpdateItem")
                            .allow(tables.json(), "dynamodb:BatchGetItem", "dynamodb:DeleteItem", "dynamodb:GetItem")
                            .allow(
                                    tables.usage(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.changes(), "dynamodb:PutItem")
                            .allow(tables.jobs(), "dynamodb:BatchGetItem", "dynamodb:GetItem")),
            new Endpoint<>(
                    ListBlobsHandler.OPERATION,
                    ListBlobsHandler.class,
                    (function, tables) ->
                            function.allow(tables.apps(), "dynamodb:GetItem").allow(tables.blob(), "dynamodb:Query")),
            new Endpoint<>(
                    GetBlobHandler.OPERATION,
                    GetBlobHandler.class,
                    (function, tables) -> tables.allowBlobs(function, "s3:GetObject")
                            .allow(tables.apps(), "dynamodb:GetItem")
                            .allow(tables.blob(), "dynamodb:GetItem")),
            new Endpoint<>(
                    PutBlobHandler.OPERATION,
                    PutBlobHandler.class,
                    (function, tables) -> allowWrite(function, tables, tables.blob(), tables.json())
                            .allow(tables.jobs(), "dynamodb:BatchGetItem")),
            new Endpoint<>(
                    DeleteBlobHandler.OPERATION,
                    DeleteBlobHandler.class,
                    (function, tables) -> function.allow(
                                    tables.apps(), "dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:UpdateItem")
                            .allow(tables.blob(), "dynamodb:BatchGetItem", "dynamodb:DeleteItem", "dynamodb:PutItem")
                            .allow(
                                    tables.usage(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.changes(), "dynamodb:PutItem")
                            .allow(tables.jobs(), "dynamodb:BatchGetItem")),
            new Endpoint<>(
                    ListBehaviorHandler.OPERATION,
                    ListBehaviorHandler.class,
                    (function, tables) -> function.allow(tables.behavior(), "dynamodb:BatchGetItem", "dynamodb:Query")),
            new Endpoint<>(
                    GetBehaviorHandler.OPERATION,
                    GetBehaviorHandler.class,
                    (function, tables) -> function.allow(tables.behavior(), "dynamodb:GetItem")),
            new Endpoint<>(
                    PutBehaviorHandler.OPERATION,
                    PutBehaviorHandler.class,
                    (function, tables) -> function.allow(
                                    tables.behavior(), "dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem")
                            .allow(tables.jobs(), "dynamodb:GetItem")),
            new Endpoint<>(
                    PatchBehaviorHandler.OPERATION,
                    PatchBehaviorHandler.class,
                    (function, tables) -> function.allow(
                                    tables.behavior(), "dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem")
                            .allow(tables.jobs(), "dynamodb:GetItem")),
            new Endpoint<>(
                    DeleteBehaviorHandler.OPERATION,
                    DeleteBehaviorHandler.class,
                    (function, tables) -> function.allow(tables.behavior(), "dynamodb:DeleteItem", "dynamodb:GetItem")
                            .allow(tables.jobs(), "dynamodb:GetItem")),
            new Endpoint<>(
                    IncrementCounterHandler.OPERATION,
                    IncrementCounterHandler.class,
                    (function, tables) -> function.allow(
                                    tables.behavior(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.jobs(), "dynamodb:GetItem")));

    private UserdataValueEndpoints() {}

    /**
     * A write that needs space removes expired values of both realms, and expired uploads, which are among the blobs. The
     * object of a blob is discarded by a row.
     */
    private static ServiceFunction allowWrite(
            ServiceFunction function, UserdataTables tables, ServiceTable values, ServiceTable others) {
        if (others == tables.blob()) {
            function.allow(others, "dynamodb:PutItem");
        }
        return function.allow(
                        tables.apps(),
                        "dynamodb:BatchGetItem",
                        "dynamodb:ConditionCheckItem",
                        "dynamodb:GetItem",
                        "dynamodb:UpdateItem")
                .allow(
                        values,
                        "dynamodb:BatchGetItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:GetItem",
                        "dynamodb:PutItem",
                        "dynamodb:Query")
                .allow(others, "dynamodb:BatchGetItem", "dynamodb:DeleteItem", "dynamodb:Query")
                .allow(
                        tables.usage(),
                        "dynamodb:BatchGetItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:GetItem",
                        "dynamodb:UpdateItem")
                .allow(tables.changes(), "dynamodb:PutItem");
    }
}
