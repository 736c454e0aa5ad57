package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.userdata.api.ListChangesHandler;
import dev.backplane.userdata.store.Tables;
import java.util.List;

/** The HTTP operation of the user data service for the feed of changes. */
final class UserdataChangeEndpoints {

    /** All operations. The first reader of a user's feed adds the values that exist to it. */
    static final List<Endpoint<UserdataTables>> ALL = List.of(new Endpoint<>(
            ListChangesHandler.OPERATION,
            ListChangesHandler.class,
            (function, tables) -> function.allow(tables.apps(), "dynamodb:BatchGetItem", "dynamodb:GetItem")
                    .allow(tables.usage(), "dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:UpdateItem")
                    .allow(tables.json(), "dynamodb:BatchGetItem", "dynamodb:Query")
                    .allow(tables.blob(), "dynamodb:BatchGetItem", "dynamodb:Query")
                    .allow(
                            tables.changes(),
                            "dynamodb:BatchGetItem",
                            "dynamodb:DeleteItem",
                            "dynamodb:PutItem",
                            "dynamodb:Query")
                    .allowIndex(tables.changes(), Tables.BY_SEQUENCE, "dynamodb:Query")
                    .allow(tables.jobs(), "dynamodb:BatchGetItem")));

    private UserdataChangeEndpoints() {}
}
