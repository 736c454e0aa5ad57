package dev.backplane.infra;

import dev.backplane.infra.constructs.DashboardEntry;
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
import dev.backplane.infra.constructs.WorkQueue;
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
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.services.events.IEventBus;
import software.constructs.Construct;

/** The stack of one service: its API, functions, alarms and background work. */
abstract class ServiceStack extends BackplaneStack {

    /** The properties of a service's stack: the service, its token issuer, and the event bus. */
    record Props(Service service, TokenIssuer issuer, IEventBus bus) {}

    private final Props props;
    private final ServiceApi api;
    private final List<ServiceFunction> functions = new ArrayList<>();
    private final List<ServiceFunction> streamReaders = new ArrayList<>();
    private final List<QueueRule> rules = new ArrayList<>();
    private final List<WorkQueue> queues = new ArrayList<>();
    private final Map<FailureQueue, Runbook> failureQueues = new LinkedHashMap<>();
    private @Nullable FailureQueue streamFailures;
    private @Nullable ServiceAlarms alarms;

    ServiceStack(Construct scope, Props props, String name, String description) {
        super(scope, props.service().stage(), name, description);
        this.props = props;
        this.api = new ServiceApi(this, props.service(), props.issuer());
        output("ApiUrl", api.url(), "The address of the API");
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

    /** Creates a function and its routes for each endpoint. The operator configures its environment. */
    final <T> void serve(List<Endpoint<T>> endpoints, T data, UnaryOperator<ServiceFunction> configure) {
        addEndpoints(endpoints, data, configure);
        new Snapshots(this, service(), functions);
    }

    /** Does the same for endpoints with other data, before the service is complete. */
    final <T> void addEndpoints(List<Endpoint<T>> endpoints, T data, UnaryOperator<ServiceFunction> configure) {
        for (Endpoint<T> endpoint : endpoints) {
            ServiceFunction function =
                    configure.apply(ServiceFunction.api(this, service(), endpoint.operation(), endpoint.handler())
                            .setting(HttpHandler.SUBJECT_CLAIM, props.issuer().subjectClaim()));
            endpoint.grants().accept(function, data);
            api.serve(endpoint.operation(), function);
            functions.add(function);
        }
    }

    /** Creates a background function. */
    final ServiceFunction batchFunction(Class<? extends BatchHandler> handler) {
        return ServiceFunction.batch(this, service(), handler);
    }

    /** Invokes a function with the changes of a table that match the pattern. */
    final void readStream(ServiceTable table, EventPattern pattern, ServiceFunction function) {
        readStreamUnwatched(table, pattern, function);
        streamReaders.add(function);
    }

    /** Invokes a function with changes that may wait for days; a failure raises an alarm, but a lag does not. */
    final void readStreamUnwatched(ServiceTable table, EventPattern pattern, ServiceFunction function) {
        new StreamMapping(function, table, streamFailures(), pattern);
        functions.add(function);
    }

    /** Returns the failure queue, created for the first stream reader. */
    private FailureQueue streamFailures() {
        if (streamFailures == null) {
            streamFailures = watched(FailureQueue.streamFailures(this, service()), Runbook.FAILURE_QUEUE);
        }
        return streamFailures;
    }

    /** Adds an alarm for the first message in a queue. */
    final FailureQueue watched(FailureQueue queue, Runbook runbook) {
        failureQueues.put(queue, runbook);
        return queue;
    }

    /** Creates a function for a workflow task or a custom resource. */
    final ServiceFunction taskFunction(Class<? extends TaskHandler<?>> handler) {
        ServiceFunction function = ServiceFunction.task(this, service(), handler);
        functions.add(function);
        return function;
    }

    /** Creates a function for a workflow task that sends large content. */
    final ServiceFunction longTaskFunction(Class<? extends TaskHandler<?>> handler) {
        ServiceFunction function = ServiceFunction.longTask(this, service(), handler);
        functions.add(function);
        return function;
    }

    /** Creates a workflow from its definition file. */
    final Workflow workflow(Workflow.Definition definition, Map<String, String> substitutions) {
        return new Workflow(this, service(), definition, substitutions);
    }

    /** Invokes a function with the events that a rule sends to its queue. */
    final void processQueue(QueueRule rule, ServiceFunction function) {
        processQueue(rule, function, QueueMapping.BATCH);
    }

    /**
     * Invokes a function with the events that a rule sends to its queue.
     *
     * @param batch the largest number of events of one invocation
     */
    final void processQueue(QueueRule rule, ServiceFunction function, int batch) {
        new QueueMapping(function, rule.queue(), batch);
        functions.add(function);
        rules.add(rule);
    }

    /** Invokes a function with the messages that other functions send to its queue. */
    final void processQueue(WorkQueue queue, ServiceFunction function) {
        new QueueMapping(function, queue, QueueMapping.BATCH);
        functions.add(function);
        queues.add(queue);
    }

    /** Allows a function to publish on the event bus. */
    final ServiceFunction publisher(ServiceFunction function) {
        return function.setting(EventPublisher.BUS_SETTING, bus().getEventBusName())
                .allow(bus().getEventBusArn(), "events:PutEvents");
    }

    /** Invokes a function every minute. */
    final ScheduleRule everyMinute(ServiceFunction function, FailureQueue missed) {
        functions.add(function);
        return new ScheduleRule(function, ScheduleRule.Rate.EVERY_MINUTE, missed);
    }

    /** Invokes a function every two minutes; an invocation that cannot be made is left to the next one. */
    final void everyTwoMinutes(ServiceFunction function) {
        functions.add(function);
        new ScheduleRule(function, ScheduleRule.Rate.EVERY_TWO_MINUTES);
    }

    /** Invokes a function every day; invocations that cannot be made go to the failure queue of the stream readers. */
    final void everyDay(ServiceFunction function) {
        functions.add(function);
        new ScheduleRule(function, ScheduleRule.Rate.EVERY_DAY, streamFailures());
    }

    /** Invokes a function every hour; invocations that cannot be made go to the failure queue of the stream readers. */
    final void everyHour(ServiceFunction function) {
        functions.add(function);
        new ScheduleRule(function, ScheduleRule.Rate.EVERY_HOUR, streamFailures());
    }

    /** Returns the function of an operation. */
    final ServiceFunction functionOf(Operation operation) {
        return functions.stream()
                .filter(function -> function.serves(operation))
                .findFirst()
                .orElseThrow();
    }

    /** Adds alarms for everything in the stack. */
    final ServiceAlarms watch() {
        return watch(made -> made.watch(api));
    }

    /**
     * Adds alarms for everything in the stack.
     *
     * @param serviceAlarms adds the alarms for the functions and the API
     */
    final ServiceAlarms watch(Consumer<ServiceAlarms> serviceAlarms) {
        ServiceAlarms made = new ServiceAlarms(this, service());
        serviceAlarms.accept(made);
        if (!streamReaders.isEmpty()) {
            made.watchLag(streamReaders);
        }
        failureQueues.forEach(made::watch);
        rules.forEach(made::watch);
        queues.forEach(made::watch);
        alarms = made;
        return made;
    }

    /** Returns the metrics sources for the dashboard. */
    final DashboardEntry dashboardEntry() {
        return new DashboardEntry(
                service(),
                api,
                streamReaders,
                rules,
                List.copyOf(failureQueues.keySet()),
                Objects.requireNonNull(alarms).names());
    }
}
