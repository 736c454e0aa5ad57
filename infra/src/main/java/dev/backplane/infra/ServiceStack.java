package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.FailureQueue;
import dev.backplane.infra.constructs.QueueMapping;
import dev.backplane.infra.constructs.QueueRule;
import dev.backplane.infra.constructs.Service;
import dev.backplane.infra.constructs.ServiceAlarms;
import dev.backplane.infra.constructs.ServiceApi;
import dev.backplane.infra.constructs.ServiceDashboard;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.infra.constructs.StreamMapping;
import dev.backplane.infra.constructs.TokenIssuer;
import dev.backplane.platform.batches.BatchHandler;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.http.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.services.events.IEventBus;
import software.constructs.Construct;

/** The stack of one service: functions behind an API and in the background, and what watches over them all. */
abstract class ServiceStack extends BackplaneStack {

    /** What a service's stack is made with: the service, whose tokens it accepts, and the bus of the suite. */
    record Props(Service service, TokenIssuer issuer, IEventBus bus) {}

    private final Props props;
    private final ServiceApi api;
    private @Nullable FailureQueue failures;
    private final List<ServiceFunction> functions = new ArrayList<>();
    private final List<ServiceFunction> followers = new ArrayList<>();
    private final List<QueueRule> rules = new ArrayList<>();

    ServiceStack(Construct scope, Props props, String name, String description) {
        super(scope, props.service().stage(), name, description);
        this.props = props;
        this.api = new ServiceApi(this, props.service(), props.issuer());
        output("ApiUrl", api.url(), "Where callers reach the service");
    }

    final Service service() {
        return props.service();
    }

    final IEventBus bus() {
        return props.bus();
    }

    /** Serves each endpoint by a function that was introduced to the service's data. */
    final <T> void serve(List<Endpoint<T>> endpoints, T data, UnaryOperator<ServiceFunction> introduce) {
        for (Endpoint<T> endpoint : endpoints) {
            ServiceFunction function =
                    introduce.apply(ServiceFunction.api(this, service(), endpoint.operation(), endpoint.handler()));
            endpoint.grants().accept(function, data);
            api.serve(endpoint.operation(), function);
            functions.add(function);
        }
    }

    /** A function that works in the background. */
    final ServiceFunction batchFunction(Class<? extends BatchHandler> handler) {
        return ServiceFunction.batch(this, service(), handler);
    }

    /** Has a function follow the changes of a table that match the pattern. */
    final void follow(ServiceTable table, EventPattern pattern, ServiceFunction function) {
        if (failures == null) {
            failures = FailureQueue.notes(this, service());
        }
        new StreamMapping(function, table, failures, pattern);
        functions.add(function);
        followers.add(function);
    }

    /** Has a function work off the events that a rule puts into its queue. */
    final void workOff(QueueRule rule, ServiceFunction function) {
        new QueueMapping(function, rule.queue());
        functions.add(function);
        rules.add(rule);
    }

    /** Lets a function publish on the suite's bus. */
    final ServiceFunction publisher(ServiceFunction function) {
        return function.setting(EventPublisher.BUS_SETTING, bus().getEventBusName())
                .allow(bus().getEventBusArn(), "events:PutEvents");
    }

    /** The function that serves an operation. */
    final ServiceFunction functionOf(Operation operation) {
        return functions.stream()
                .filter(function -> function.serves(operation))
                .findFirst()
                .orElseThrow();
    }

    /** Puts alarms on everything that the stack has by now, and shows it on a dashboard. */
    final ServiceAlarms watch(List<ServiceTable> tables) {
        ServiceAlarms alarms = new ServiceAlarms(this, service());
        alarms.watch(api);
        functions.forEach(alarms::watch);
        followers.forEach(alarms::watchLag);
        if (failures != null) {
            alarms.watch(failures);
        }
        rules.forEach(alarms::watch);
        tables.forEach(alarms::watch);

        ServiceDashboard dashboard = new ServiceDashboard(this, service());
        dashboard.show(api);
        dashboard.showFunctions(functions);
        if (failures != null) {
            dashboard.showStreams(followers, failures);
        }
        rules.forEach(dashboard::show);
        dashboard.showTables(tables);
        return alarms;
    }
}
