package dev.backplane.infra;

import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.ProjectStore;
import dev.backplane.infra.constructs.Service;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import software.constructs.Construct;

/** The tables of the deployments service. Aliases are read often, deployments rarely. */
record DeploymentsTables(ServiceTable deployments, ServiceTable aliases, ServiceTable projects) {

    static DeploymentsTables create(Construct scope, Service service) {
        return new DeploymentsTables(
                new ServiceTable(scope, service, DeploymentStore.TABLE),
                new ServiceTable(scope, service, AliasStore.TABLE),
                new ServiceTable(scope, service, ProjectStore.TABLE));
    }

    /** Sets the table names in a function's environment. */
    ServiceFunction configure(ServiceFunction function) {
        return function.setting(DeploymentsSettings.DEPLOYMENT_TABLE, deployments.tableName())
                .setting(DeploymentsSettings.ALIAS_TABLE, aliases.tableName())
                .setting(DeploymentsSettings.PROJECT_TABLE, projects.tableName());
    }
}
