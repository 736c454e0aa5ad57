package dev.backplane.infra.constructs;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Dashboard;
import software.amazon.awscdk.services.cloudwatch.GraphWidget;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.constructs.Construct;

/** One page that shows how a service is doing: traffic, functions, streams, queues, tables. */
public final class ServiceDashboard {

    private static final int WIDTH = 12;

    private final Dashboard dashboard;

    public ServiceDashboard(Construct scope, Service service) {
        this.dashboard = Dashboard.Builder.create(scope, "Dashboard")
                .dashboardName(service.nameOf(service.name()))
                .build();
    }

    /** Shows the traffic and the latency that callers see. */
    public void show(ServiceApi api) {
        row(
                graph("Requests", List.of(ServiceMetrics.of(api, "Count", "Sum"))),
                graph("Errors", List.of(ServiceMetrics.of(api, "4xx", "Sum"), ServiceMetrics.of(api, "5xx", "Sum"))));
        row(
                graph(
                        "Latency",
                        List.of(ServiceMetrics.of(api, "Latency", "p50"), ServiceMetrics.of(api, "Latency", "p99"))),
                graph("Data processed", List.of(ServiceMetrics.of(api, "DataProcessed", "Sum"))));
    }

    /** Shows each function's invocations, failures and slow calls. */
    public void showFunctions(Collection<ServiceFunction> functions) {
        row(
                graph("Invocations", each(functions, function -> ServiceMetrics.of(function, "Invocations", "Sum"))),
                graph("Function errors", each(functions, function -> ServiceMetrics.of(function, "Errors", "Sum"))));
        row(
                graph("Duration p99", each(functions, function -> ServiceMetrics.of(function, "Duration", "p99"))),
                graph("Throttles", each(functions, function -> ServiceMetrics.of(function, "Throttles", "Sum"))));
    }

    /** Shows how far behind the stream functions are, and what they gave up. */
    public void showStreams(Collection<ServiceFunction> functions, FailureQueue failures) {
        row(
                graph("Stream lag", each(functions, function -> ServiceMetrics.of(function, "IteratorAge", "Maximum"))),
                graph("Failure queue", List.of(ServiceMetrics.waiting(failures.queueName()))));
    }

    /** Shows what waits in the queue of a rule, for how long, and what became a dead letter. */
    public void show(QueueRule rule) {
        WorkQueue queue = rule.queue();
        row(
                graph(
                        "Queue " + queue.label(),
                        List.of(
                                ServiceMetrics.waiting(queue.queueName()),
                                ServiceMetrics.waiting(queue.deadLetters().queueName()))),
                graph("Oldest message of " + queue.label(), List.of(ServiceMetrics.age(queue))));
    }

    /** Shows which workflows are started, and how their runs end. */
    public void showWorkflows(Collection<Workflow> workflows) {
        row(
                graph(
                        "Runs started",
                        workflows.stream()
                                .map(workflow -> ServiceMetrics.of(workflow, "ExecutionsStarted"))
                                .toList()),
                graph(
                        "Runs that failed",
                        workflows.stream()
                                .flatMap(workflow -> ServiceMetrics.failures(workflow).stream())
                                .toList()));
    }

    /** Shows the capacity that each table uses, and what DynamoDB refused. */
    public void showTables(Collection<ServiceTable> tables) {
        row(
                graph(
                        "Consumed capacity",
                        tables.stream().flatMap(ServiceDashboard::capacity).toList()),
                graph(
                        "Table throttles",
                        tables.stream()
                                .flatMap(table -> ServiceMetrics.throttles(table).stream())
                                .toList()));
    }

    private static Stream<IMetric> capacity(ServiceTable table) {
        return Stream.of(
                ServiceMetrics.of(table, "ConsumedReadCapacityUnits"),
                ServiceMetrics.of(table, "ConsumedWriteCapacityUnits"));
    }

    private static List<IMetric> each(
            Collection<ServiceFunction> functions, Function<ServiceFunction, IMetric> metric) {
        return functions.stream().map(metric).toList();
    }

    private void row(IWidget left, IWidget right) {
        dashboard.addWidgets(left, right);
    }

    private static IWidget graph(String title, List<? extends IMetric> metrics) {
        return GraphWidget.Builder.create()
                .title(title)
                .left(metrics)
                .width(WIDTH)
                .build();
    }
}
