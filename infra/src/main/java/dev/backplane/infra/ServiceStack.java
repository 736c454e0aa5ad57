package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.FailureQueue;
import dev.backplane.infra.constructs.QueueMapping;
import dev.backplane.infra.constructs.QueueRule;
import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.ScheduleRule;
import dev.backplane.infra.constructs.Service;
import dev.backplane.infra.constructs.ServiceAlarms;
import dev.backplane.infra.constructs.ServiceApi;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.infra.constructs.Snapshots;
import dev.backplane.infra.constructs.StreamMapping;
import dev.backplane.infra.constructs.TokenIssuer;
import dev.backplane.infra.constructs.Watched;
import dev.backplane.infra.constructs.Workflow;
import dev.backplane.platform.batches.BatchHandler;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.tasks.TaskHandler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final List<ServiceFunction> functions = new ArrayList<>();
    private final List<ServiceFunction> followers = new ArrayList<>();
    private final List<QueueRule> rules = new ArrayList<>();
    private final Map<FailureQueue, Runbook> failureQueues = new LinkedHashMap<>();
    private @Nullable FailureQueue notes;
    private @Nullable ServiceAlarms alarms;

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

    final ServiceApi api() {
        return api;
    }

    /** Serves each endpoint by a function that was introduced to the service's data. */
    final <T> void serve(List<Endpoint<T>> endpoints, T data, UnaryOperator<ServiceFunction> introduce) {
        for (Endpoint<T> endpoint : endpoints) {
            ServiceFunction function =
                    introduce.apply(ServiceFunction.api(this, service(), endpoint.operation(), endpoint.handler())
                            .setting(HttpHandler.SUBJECT_CLAIM, props.issuer().subjectClaim()));
            endpoint.grants().accept(function, data);
            api.serve(endpoint.operation(), function);
            functions.add(function);
        }
        new Snapshots(this, service(), functions);
    }

    /** A function that works in the background. */
    final ServiceFunction batchFunction(Class<? extends BatchHandler> handler) {
        return ServiceFunction.batch(this, service(), handler);
    }

    /** Has a function follow the changes of a table that match the pattern. */
    final void follow(ServiceTable table, EventPattern pattern, ServiceFunction function) {
        new StreamMapping(function, table, notes(), pattern);
        functions.add(function);
        followers.add(function);
    }

    /** Only a service that follows a stream has something to note. */
    private FailureQueue notes() {
        if (notes == null) {
            notes = watched(FailureQueue.notes(this, service()), Runbook.FAILURE_QUEUE);
        }
        return notes;
    }

    /** Has an alarm tell when there is something in the queue. */
    final FailureQueue watched(FailureQueue queue, Runbook runbook) {
        failureQueues.put(queue, runbook);
        return queue;
    }

    /** A function that does a step of a workflow, or stands for a resource of a stack. */
    final ServiceFunction taskFunction(Class<? extends TaskHandler<?>> handler) {
        ServiceFunction function = ServiceFunction.task(this, service(), handler);
        functions.add(function);
        return function;
    }

    /** A workflow of the definition file of that name. */
    final Workflow workflow(Workflow.Definition definition, Map<String, String> substitutions) {
        return new Workflow(this, service(), definition, substitutions);
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

    /** Has a function called every minute. */
    final ScheduleRule everyMinute(ServiceFunction function, FailureQueue missed) {
        functions.add(function);
        return new ScheduleRule(function, missed);
    }

    /** The function that serves an operation. */
    final ServiceFunction functionOf(Operation operation) {
        return functions.stream()
                .filter(function -> function.serves(operation))
                .findFirst()
                .orElseThrow();
    }

    /** Puts alarms on everything that the stack has by now. */
    final ServiceAlarms watch() {
        ServiceAlarms made = new ServiceAlarms(this, service());
        made.watch(api);
        if (!followers.isEmpty()) {
            made.watchLag(followers);
        }
        failureQueues.forEach(made::watch);
        rules.forEach(made::watch);
        alarms = made;
        return made;
    }

    /** What the dashboard shows of the service. */
    final Watched watched() {
        return new Watched(
                service(),
                api,
                followers,
                rules,
                List.copyOf(failureQueues.keySet()),
                Objects.requireNonNull(alarms).names());
    }
}
