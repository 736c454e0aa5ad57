package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.userdata.api.BatchGetHandler;
import dev.backplane.userdata.api.BatchWriteHandler;
import java.util.List;

/** The HTTP operations of the user data service for several values at once. */
final class UserdataBatchEndpoints {

    /** All operations. A transaction needs the permission of each of its actions. */
    static final List<Endpoint<UserdataTables>> ALL = List.of(
            new Endpoint<>(
                    BatchGetHandler.OPERATION,
                    BatchGetHandler.class,
                    (function, tables) -> function.allow(tables.apps(), "dynamodb:GetItem")
                            .allow(tables.json(), "dynamodb:BatchGetItem")
                            .allow(tables.blob(), "dynamodb:BatchGetItem")),
            new Endpoint<>(
                    BatchWriteHandler.OPERATION,
                    BatchWriteHandler.class,
                    (function, tables) -> function.allow(
                                    tables.apps(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:UpdateItem")
                            .allow(
                                    tables.json(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:Query")
                            .allow(
                                    tables.blob(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:Query")
                            .allow(
                                    tables.usage(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.behavior(), "dynamodb:BatchGetItem", "dynamodb:PutItem")
                            .allow(tables.changes(), "dynamodb:PutItem")
                            .allow(tables.jobs(), "dynamodb:BatchGetItem")));

    private UserdataBatchEndpoints() {}
}
