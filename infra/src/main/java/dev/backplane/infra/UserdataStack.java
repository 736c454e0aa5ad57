package dev.backplane.infra;

import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.FailureQueue;
import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.StreamMapping;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.api.RecountHandler;
import dev.backplane.userdata.events.ChangeStreamHandler;
import dev.backplane.userdata.events.ValueExpirerHandler;
import dev.backplane.userdata.store.Attributes;
import dev.backplane.userdata.store.Tables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import software.constructs.Construct;

/**
 * The user data service: seven tables, a bucket, one function per operation, the sweeper, the
 * publishers of events, and the workflows of exports, erasures and purges.
 */
final class UserdataStack extends ServiceStack {

    static final String SERVICE = "userdata";

    /** Matches rows of apps with events. */
    private static final EventPattern PUBLISHED = new EventPattern(Map.of(
            "dynamodb", Map.of("NewImage", Map.of(Attributes.EVENTS, Map.of("BOOL", List.of(true))))));

    private final UserdataTables tables;

    UserdataStack(Construct scope, Props props, Workspace workspace) {
        super(scope, props, "Userdata", "Backplane: user data of apps");
        this.tables = UserdataTables.create(this, service());
        new UserdataExports(this, tables, workspace, this::configure);
        UserdataRemovals removals = new UserdataRemovals(this, tables, workspace, this::configure);
        serve(UserdataEndpoints.ALL, tables, this::configure);
        sweep();
        publishEvents();
        removals.publishEvents();
        watch().watchCount("drifts", RecountHandler.DRIFTS, Runbook.USAGE_DRIFTS);
        output("CalculatedBehaviorTableName", tables.behavior().tableName(), "The table of calculated behavior");
        output("AppsTableName", tables.apps().tableName(), "The table of apps");
        output("AppDataJsonTableName", tables.json().tableName(), "The table of JSON values and created content");
        output("AppDataBlobTableName", tables.blob().tableName(), "The table of blobs");
        output("AppUsageTableName", tables.usage().tableName(), "The table of usage per user and app");
        output("AppChangesTableName", tables.changes().tableName(), "The table of changes of values");
        output("DataJobsTableName", tables.jobs().tableName(), "The table of jobs that remove or export data");
        output("ObjectBucketName", tables.objects().getBucketName(), "The bucket of large blobs and exports");
    }

    private void sweep() {
        ServiceFunction sweeper = tables.allowBlobs(
                        configure(ServiceFunction.scheduled(this, service(), ValueExpirerHandler.class)),
                        "s3:DeleteObject")
                .allow(tables.apps(), "dynamodb:GetItem", "dynamodb:UpdateItem")
                .allow(tables.changes(), "dynamodb:PutItem")
                .allow(tables.json(), "dynamodb:BatchGetItem", "dynamodb:DeleteItem")
                .allowIndex(tables.json(), Tables.BY_EXPIRY, "dynamodb:Query")
                .allow(
                        tables.blob(),
                        "dynamodb:BatchGetItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:GetItem",
                        "dynamodb:PutItem",
                        "dynamodb:UpdateItem")
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

    /** Publishes changes. Its queue has no alarm of its own: failures of the function raise the one for faults. */
    private void publishEvents() {
        new StreamMapping(
                publisher(batchFunction(ChangeStreamHandler.class)),
                tables.changes(),
                FailureQueue.shared(this, service(), "change-failures"),
                PUBLISHED);
    }

    private ServiceFunction configure(ServiceFunction function) {
        service()
                .stage()
                .maxQuotaBytes()
                .ifPresent(bytes -> function.setting(UserdataSettings.MAX_QUOTA_BYTES, bytes.toString()));
        service()
                .stage()
                .changesDays()
                .map(Duration::ofDays)
                .ifPresent(age ->
                        function.setting(UserdataSettings.CHANGES_RETENTION_SECONDS, Long.toString(age.toSeconds())));
        service()
                .stage()
                .uploadSeconds()
                .ifPresent(seconds -> function.setting(UserdataSettings.UPLOAD_SECONDS, seconds.toString()));
        return tables.configure(function);
    }
}
