package dev.backplane.infra;

import dev.backplane.infra.constructs.Service;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.store.Tables;
import software.constructs.Construct;

/** The tables of the user data service. */
record UserdataTables(
        ServiceTable behavior, ServiceTable apps, ServiceTable json, ServiceTable blob, ServiceTable usage) {

    static UserdataTables create(Construct scope, Service service) {
        return new UserdataTables(
                new ServiceTable(scope, service, Tables.CALCULATED_BEHAVIOR),
                new ServiceTable(scope, service, Tables.APPS),
                new ServiceTable(scope, service, Tables.APP_DATA_JSON),
                new ServiceTable(scope, service, Tables.APP_DATA_BLOB),
                new ServiceTable(scope, service, Tables.APP_USAGE));
    }

    /** Sets the table names in a function's environment. */
    ServiceFunction configure(ServiceFunction function) {
        return function.setting(UserdataSettings.CALCULATED_BEHAVIOR_TABLE, behavior.tableName())
                .setting(UserdataSettings.APPS_TABLE, apps.tableName())
                .setting(UserdataSettings.APP_DATA_JSON_TABLE, json.tableName())
                .setting(UserdataSettings.APP_DATA_BLOB_TABLE, blob.tableName())
                .setting(UserdataSettings.APP_USAGE_TABLE, usage.tableName());
    }
}
