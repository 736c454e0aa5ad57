package dev.backplane.infra;

import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.api.RecountHandler;
import dev.backplane.userdata.events.ValueExpirerHandler;
import dev.backplane.userdata.store.Tables;
import software.constructs.Construct;

/** The user data service: six tables, a bucket, one function per operation, and the sweeper of expired values. */
final class UserdataStack extends ServiceStack {

    static final String SERVICE = "userdata";

    private final UserdataTables tables;

    UserdataStack(Construct scope, Props props) {
        super(scope, props, "Userdata", "Backplane: user data of apps");
        this.tables = UserdataTables.create(this, service());
        serve(UserdataEndpoints.ALL, tables, this::configure);
        sweep();
        watch().watchCount("drifts", RecountHandler.DRIFTS, Runbook.USAGE_DRIFTS);
        output("CalculatedBehaviorTableName", tables.behavior().tableName(), "The table of calculated behavior");
        output("AppsTableName", tables.apps().tableName(), "The table of apps");
        output("AppDataJsonTableName", tables.json().tableName(), "The table of JSON values and created content");
        output("AppDataBlobTableName", tables.blob().tableName(), "The table of blobs");
        output("AppUsageTableName", tables.usage().tableName(), "The table of usage per user and app");
        output("AppChangesTableName", tables.changes().tableName(), "The table of changes of values");
        output("ObjectBucketName", tables.objects().getBucketName(), "The bucket of large blobs and exports");
    }

    private void sweep() {
        ServiceFunction sweeper = tables.configure(
                        ServiceFunction.scheduled(this, service(), ValueExpirerHandler.class))
                .allow(tables.apps(), "dynamodb:UpdateItem")
                .allow(tables.json(), "dynamodb:BatchGetItem", "dynamodb:DeleteItem")
                .allowIndex(tables.json(), Tables.BY_EXPIRY, "dynamodb:Query")
                .allow(tables.blob(), "dynamodb:BatchGetItem", "dynamodb:DeleteItem")
                .allowIndex(tables.blob(), Tables.BY_EXPIRY, "dynamodb:Query")
                .allow(
                        tables.usage(),
                        "dynamodb:BatchGetItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:GetItem",
                        "dynamodb:PutItem",
                        "dynamodb:UpdateItem");
        everyTwoMinutes(sweeper);
    }

    private ServiceFunction configure(ServiceFunction function) {
        service()
                .stage()
                .maxQuotaBytes()
                .ifPresent(bytes -> function.setting(UserdataSettings.MAX_QUOTA_BYTES, bytes.toString()));
        return tables.configure(function);
    }
}
