package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.userdata.api.CallMethodHandler;
import dev.backplane.userdata.store.Tables;
import java.util.List;
import java.util.stream.Stream;

/** The HTTP operations of the user data service. */
final class UserdataEndpoints {

    static final List<Endpoint<UserdataTables>> ALL = Stream.of(
                    UserdataAppEndpoints.ALL,
                    UserdataValueEndpoints.ALL,
                    UserdataBatchEndpoints.ALL,
                    UserdataChangeEndpoints.ALL,
                    UserdataUploadEndpoints.ALL,
                    List.of(methods()))
            .flatMap(List::stream)
            .toList();

    private UserdataEndpoints() {}

    /** Returns the endpoint that calls others by name, with the permissions of all of them. */
    private static Endpoint<UserdataTables> methods() {
        return new Endpoint<>(
                CallMethodHandler.OPERATION,
                CallMethodHandler.class,
                (function, tables) -> tables.allowBlobs(function, "s3:GetObject")
                        .allow(
                                tables.apps(),
                                "dynamodb:BatchGetItem",
                                "dynamodb:ConditionCheckItem",
                                "dynamodb:GetItem",
                                "dynamodb:UpdateItem")
                        .allow(
                                tables.json(),
                                "dynamodb:BatchGetItem",
                                "dynamodb:DeleteItem",
                                "dynamodb:GetItem",
                                "dynamodb:PutItem",
                                "dynamodb:Query")
                        .allow(
                                tables.blob(),
                                "dynamodb:BatchGetItem",
                                "dynamodb:DeleteItem",
                                "dynamodb:GetItem",
                                "dynamodb:PutItem",
                                "dynamodb:Query")
                        .allow(
                                tables.usage(),
                                "dynamodb:BatchGetItem",
                                "dynamodb:DeleteItem",
                                "dynamodb:GetItem",
                                "dynamodb:Query",
                                "dynamodb:UpdateItem")
                        .allowIndex(tables.usage(), Tables.BY_APP, "dynamodb:Query")
                        .allow(
                                tables.behavior(),
                                "dynamodb:BatchGetItem",
                                "dynamodb:DeleteItem",
                                "dynamodb:GetItem",
                                "dynamodb:PutItem",
                                "dynamodb:Query",
                                "dynamodb:UpdateItem")
                        .allow(tables.changes(), "dynamodb:PutItem")
                        .allow(tables.jobs(), "dynamodb:BatchGetItem", "dynamodb:GetItem"));
    }
}
