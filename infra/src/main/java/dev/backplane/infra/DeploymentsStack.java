package dev.backplane.infra;

import dev.backplane.deployments.events.AliasStreamHandler;
import dev.backplane.deployments.events.AliasSyncHandler;
import dev.backplane.deployments.events.DeploymentStreamHandler;
import dev.backplane.deployments.store.AliasKey;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.infra.constructs.FailureQueue;
import dev.backplane.infra.constructs.Service;
import dev.backplane.infra.constructs.ServiceAlarms;
import dev.backplane.infra.constructs.ServiceApi;
import dev.backplane.infra.constructs.ServiceDashboard;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.StreamMapping;
import dev.backplane.infra.constructs.TokenIssuer;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.streams.StreamHandler;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.services.events.IEventBus;
import software.constructs.Construct;

/** The deployments service: two tables, a function an operation, and the functions that follow the tables' changes. */
final class DeploymentsStack extends BackplaneStack {

    static final String SERVICE = "deployments";
    static final List<Operation> OPERATIONS =
            DeploymentsEndpoint.ALL.stream().map(DeploymentsEndpoint::operation).toList();

    private final Service service;
    private final DeploymentsTables tables;
    private final FailureQueue failures;

    DeploymentsStack(Construct scope, Service service, TokenIssuer issuer, IEventBus bus) {
        super(scope, service.stage(), "Deployments", "Backplane: deployments and aliases");
        this.service = service;
        this.tables = DeploymentsTables.create(this, service);
        this.failures = new FailureQueue(this, service);
        ServiceApi api = new ServiceApi(this, service, issuer);
        List<ServiceFunction> served = DeploymentsEndpoint.ALL.stream()
                .map(endpoint -> serve(endpoint, api))
                .toList();
        List<ServiceFunction> streamed = List.of(deploymentEvents(bus), aliasEvents(bus), aliasSync());
        watch(api, served, streamed);
        output("ApiUrl", api.url(), "Where callers reach the service");
        output("DeploymentTableName", tables.deployments().tableName(), "The table of deployments");
        output("AliasTableName", tables.aliases().tableName(), "The table of aliases");
    }

    private ServiceFunction serve(DeploymentsEndpoint endpoint, ServiceApi api) {
        ServiceFunction function =
                tables.introduceTo(ServiceFunction.api(this, service, endpoint.operation(), endpoint.handler()));
        endpoint.grants().accept(function, tables);
        api.serve(endpoint.operation(), function);
        return function;
    }

    private ServiceFunction deploymentEvents(IEventBus bus) {
        ServiceFunction function = publisher(DeploymentStreamHandler.class, bus);
        new StreamMapping(function, tables.deployments(), failures, Map.of());
        return function;
    }

    private ServiceFunction aliasEvents(IEventBus bus) {
        ServiceFunction function = publisher(AliasStreamHandler.class, bus);
        // An alias has two rows that change together; its events come from the one that resolves.
        new StreamMapping(
                function,
                tables.aliases(),
                failures,
                Map.of("dynamodb", Map.of("Keys", Map.of("PK", Map.of("S", List.of(AliasKey.ROUTES))))));
        return function;
    }

    private ServiceFunction aliasSync() {
        ServiceFunction function = tables.introduceTo(ServiceFunction.stream(this, service, AliasSyncHandler.class))
                .allow(tables.deployments(), "dynamodb:ConditionCheckItem", "dynamodb:GetItem")
                .allow(tables.aliases(), "dynamodb:UpdateItem")
                .allowIndex(tables.aliases(), AliasStore.BY_DEPLOYMENT, "dynamodb:Query");
        new StreamMapping(function, tables.deployments(), failures, Map.of("eventName", List.of("MODIFY")));
        return function;
    }

    private ServiceFunction publisher(Class<? extends StreamHandler> handler, IEventBus bus) {
        return ServiceFunction.stream(this, service, handler)
                .setting(EventPublisher.BUS_SETTING, bus.getEventBusName())
                .allow(bus.getEventBusArn(), "events:PutEvents");
    }

    private void watch(ServiceApi api, List<ServiceFunction> served, List<ServiceFunction> streamed) {
        List<ServiceFunction> functions =
                Stream.concat(served.stream(), streamed.stream()).toList();
        ServiceAlarms alarms = new ServiceAlarms(this, service);
        alarms.watch(api);
        functions.forEach(alarms::watch);
        streamed.forEach(alarms::watchLag);
        alarms.watch(failures);
        tables.all().forEach(alarms::watch);

        ServiceDashboard dashboard = new ServiceDashboard(this, service);
        dashboard.show(api);
        dashboard.showFunctions(functions);
        dashboard.showStreams(streamed, failures);
        dashboard.showTables(tables.all());
    }
}
