package dev.backplane.infra;

import dev.backplane.infra.constructs.Buckets;
import dev.backplane.infra.constructs.Service;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.userdata.ObjectKeys;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.Tables;
import java.util.List;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.LifecycleRule;
import software.constructs.Construct;

/** The tables of the user data service, and its bucket. */
record UserdataTables(
        ServiceTable behavior,
        ServiceTable apps,
        ServiceTable json,
        ServiceTable blob,
        ServiceTable usage,
        ServiceTable changes,
        ServiceTable jobs,
        Bucket objects) {

    static UserdataTables create(Construct scope, Service service) {
        return new UserdataTables(
                new ServiceTable(scope, service, Tables.CALCULATED_BEHAVIOR),
                new ServiceTable(scope, service, Tables.APPS),
                new ServiceTable(scope, service, Tables.APP_DATA_JSON),
                new ServiceTable(scope, service, Tables.APP_DATA_BLOB),
                new ServiceTable(scope, service, Tables.APP_USAGE),
                new ServiceTable(scope, service, Tables.APP_CHANGES),
                new ServiceTable(scope, service, Tables.DATA_JOBS),
                bucket(scope, service));
    }

    /** Creates the bucket. Like the tables, it is kept when the stack is deleted. */
    private static Bucket bucket(Construct scope, Service service) {
        Bucket bucket = Buckets.create(
                scope,
                "Objects",
                List.of(
                        LifecycleRule.builder()
                                .prefix(ObjectKeys.EXPORTS)
                                .expiration(Duration.days(ObjectKeys.EXPORT_DAYS))
                                .build(),
                        Buckets.abortUploads()),
                RemovalPolicy.RETAIN);
        Buckets.allowPages(bucket, service.stage().allowedOrigins());
        return bucket;
    }

    /** Sets the names of tables and bucket in a function's environment. */
    ServiceFunction configure(ServiceFunction function) {
        return function.setting(UserdataSettings.CALCULATED_BEHAVIOR_TABLE, behavior.tableName())
                .setting(UserdataSettings.APPS_TABLE, apps.tableName())
                .setting(UserdataSettings.APP_DATA_JSON_TABLE, json.tableName())
                .setting(UserdataSettings.APP_DATA_BLOB_TABLE, blob.tableName())
                .setting(UserdataSettings.APP_USAGE_TABLE, usage.tableName())
                .setting(UserdataSettings.APP_CHANGES_TABLE, changes.tableName())
                .setting(UserdataSettings.DATA_JOBS_TABLE, jobs.tableName())
                .setting(UserdataSettings.OBJECT_BUCKET, objects.getBucketName());
    }

    /** Allows actions on the files of exports. */
    ServiceFunction allowExports(ServiceFunction function, String... actions) {
        return function.allowObjects(
                objects, ObjectKeys.EXPORTS + "*", "The key of a file contains the id of its export.", actions);
    }

    /** Allows actions on the objects of large blobs. */
    ServiceFunction allowBlobs(ServiceFunction function, String... actions) {
        return function.allowObjects(
                objects, ObjectKeys.BLOBS + "*", "The key of an object is the random id of its upload.", actions);
    }
}
