package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.userdata.api.CompleteUploadHandler;
import dev.backplane.userdata.api.CreateUploadHandler;
import dev.backplane.userdata.api.DeleteUploadHandler;
import java.util.List;

/** The HTTP operations of the user data service for uploads of large blobs. */
final class UserdataUploadEndpoints {

    /** All operations. A transaction needs the permission of each of its actions. */
    static final List<Endpoint<UserdataTables>> ALL = List.of(
            new Endpoint<>(
                    CreateUploadHandler.OPERATION,
                    CreateUploadHandler.class,
                    (function, tables) -> tables.allowBlobs(function, "s3:PutObject")
                            .allow(
                                    tables.apps(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:ConditionCheckItem",
                                    "dynamodb:GetItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.changes(), "dynamodb:PutItem")
                            .allow(tables.jobs(), "dynamodb:BatchGetItem")
                            .allow(tables.json(), "dynamodb:BatchGetItem", "dynamodb:DeleteItem", "dynamodb:Query")
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
                                    "dynamodb:UpdateItem")),
            new Endpoint<>(
                    CompleteUploadHandler.OPERATION,
                    CompleteUploadHandler.class,
                    (function, tables) -> tables.allowBlobs(function, "s3:GetObject")
                            // Without it, S3 does not tell that an object is missing.
                            .allow(tables.objects().getBucketArn(), "s3:ListBucket")
                            .allow(tables.apps(), "dynamodb:BatchGetItem", "dynamodb:GetItem")
                            .allow(tables.changes(), "dynamodb:PutItem")
                            .allow(tables.jobs(), "dynamodb:BatchGetItem")
                            .allow(
                                    tables.blob(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:PutItem",
                                    "dynamodb:UpdateItem")
                            .allow(tables.usage(), "dynamodb:BatchGetItem", "dynamodb:UpdateItem")),
            new Endpoint<>(
                    DeleteUploadHandler.OPERATION,
                    DeleteUploadHandler.class,
                    (function, tables) -> function.allow(tables.apps(), "dynamodb:GetItem", "dynamodb:UpdateItem")
                            .allow(tables.changes(), "dynamodb:PutItem")
                            .allow(tables.blob(), "dynamodb:BatchGetItem", "dynamodb:DeleteItem", "dynamodb:PutItem")
                            .allow(
                                    tables.usage(),
                                    "dynamodb:BatchGetItem",
                                    "dynamodb:DeleteItem",
                                    "dynamodb:UpdateItem")));

    private UserdataUploadEndpoints() {}
}
