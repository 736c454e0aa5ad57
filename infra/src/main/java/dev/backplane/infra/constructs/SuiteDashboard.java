package dev.backplane.infra.constructs;

import dev.backplane.infra.settings.StageSettings;
import dev.backplane.platform.log.Metrics;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.AlarmStatusWidget;
import software.amazon.awscdk.services.cloudwatch.Dashboard;
import software.amazon.awscdk.services.cloudwatch.GraphWidget;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.constructs.Construct;

/**
 * One dashboard for the suite: alarms, then traffic, failures, streams and queues of all services.
 *
 * <p>CloudWatch bills dashboards by size: three with up to 50 metrics each are free. So functions and tables are not
 * shown individually.
 */
public final class SuiteDashboard extends Construct {

    private static final int FULL_WIDTH = 24;
    private static final int WIDTH = 12;

    private final Dashboard dashboard;
    private final List<DashboardEntry> services;

    /**
     * Creates the dashboard.
     *
     * @param sharedAlarms the names of the alarms that belong to no service
     */
    public SuiteDashboard(
            Construct scope, StageSettings stage, List<DashboardEntry> services, List<String> sharedAlarms) {
        super(scope, "Suite");
        this.services = List.copyOf(services);
        this.dashboard = Dashboard.Builder.create(this, "Resource")
                .dashboardName(stage.nameOf("suite"))
                .build();
        List<String> alarms = Stream.concat(
                        sharedAlarms.stream(), services.stream().flatMap(service -> service.alarms().stream()))
                .toList();
        if (!alarms.isEmpty()) {
            dashboard.addWidgets(alarmStatus(alarms));
        }
        showTraffic();
        showFailures();
        showBacklog();
    }

    private void showTraffic() {
        row(
                graph("Requests", each(service -> ServiceMetrics.of(service.api(), "Count", "Sum"))),
                graph("Server errors", each(service -> ServiceMetrics.of(service.api(), "5xx", "Sum"))));
        row(
                graph("Latency p99", each(service -> ServiceMetrics.of(service.api(), "Latency", "p99"))),
                graph(
                        "Functions of the account",
                        List.of(ServiceMetrics.concurrency(), ServiceMetrics.functionThrottles())));
    }

    private void showFailures() {
        row(
                graph("Faults", each(service -> ServiceMetrics.own(service.service(), Metrics.FAULTS))),
                graph("Table throttles", each(service -> ServiceMetrics.own(service.service(), Metrics.THROTTLES))));
    }

    private void showBacklog() {
        row(
                graph(
                        "Stream lag",
                        all(service -> service.streamReaders().stream().map(ServiceMetrics::lag))),
                graph(
                        "Failed permanently",
                        all(service -> Stream.concat(
                                        service.failures().stream(),
                                        service.rules().stream()
                                                .map(rule -> rule.queue().deadLetters()))
                                .map(ServiceMetrics::waiting))));
        dashboard.addWidgets(graph(
                "Oldest message",
                all(service -> service.rules().stream().map(rule -> ServiceMetrics.age(rule.queue())))));
    }

    private List<IMetric> each(Function<DashboardEntry, IMetric> metric) {
        return services.stream().map(metric).toList();
    }

    private List<IMetric> all(Function<DashboardEntry, Stream<? extends IMetric>> metrics) {
        return services.stream().<IMetric>flatMap(metrics).toList();
    }

    // By name, because a reference to the alarm would couple the stacks.
    private IWidget alarmStatus(List<String> names) {
        List<IAlarm> alarms = names.stream()
                .map(name -> Alarm.fromAlarmArn(
                        this,
                        name,
                        Stack.of(this)
                                .formatArn(ArnComponents.builder()
                                        .service("cloudwatch")
                                        .resource("alarm")
                                        .resourceName(name)
                                        .arnFormat(ArnFormat.COLON_RESOURCE_NAME)
                                        .build())))
                .toList();
        return AlarmStatusWidget.Builder.create()
                .title("Alarms")
                .alarms(alarms)
                .width(FULL_WIDTH)
                .build();
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
