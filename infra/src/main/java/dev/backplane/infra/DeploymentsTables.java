package dev.backplane.infra;

import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.infra.constructs.Service;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import software.constructs.Construct;

/** The two tables of the deployments service: aliases are read all the time, deployments hardly ever. */
record DeploymentsTables(ServiceTable deployments, ServiceTable aliases) {

    static DeploymentsTables create(Construct scope, Service service) {
        return new DeploymentsTables(
                new ServiceTable(scope, service, DeploymentStore.TABLE),
                new ServiceTable(scope, service, AliasStore.TABLE));
    }

    /** Tells a function where the tables are. */
    ServiceFunction introduceTo(ServiceFunction function) {
        return function.setting(DeploymentsSettings.DEPLOYMENT_TABLE, deployments.tableName())
                .setting(DeploymentsSettings.ALIAS_TABLE, aliases.tableName());
    }
}
