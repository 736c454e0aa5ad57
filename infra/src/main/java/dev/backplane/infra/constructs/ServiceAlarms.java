package dev.backplane.infra.constructs;

import dev.backplane.platform.log.Metrics;
import java.util.List;
import software.constructs.Construct;

/**
 * The alarms of a service, with one method per kind of resource.
 *
 * <p>CloudWatch bills an alarm for each metric that it reads, so alarms are on symptoms and not on each function. The
 * log lines contain the function's name.
 */
public final class ServiceAlarms {

    // The API contract allows single 503 responses, but not a series of them.
    private static final int SERVER_ERRORS = 5;
    private static final int STREAM_LAG_MILLISECONDS = 5 * 60 * 1000;
    private static final int QUEUE_AGE_SECONDS = 60 * 60;

    private final Service service;
    private final Alarms alarms;

    public ServiceAlarms(Construct scope, Service service) {
        this.service = service;
        this.alarms = new Alarms(scope, service.stage());
    }

    /** Adds alarms for server errors, failed invocations and throttled tables. */
    public void watch(ServiceApi api) {
        alarms.raise(
                service.name() + "-server-errors",
                ServiceMetrics.of(api, "5xx", "Sum"),
                SERVER_ERRORS,
                Runbook.SERVER_ERRORS);
        watchFaults();
        watchCount(Metrics.THROTTLES, Metrics.THROTTLES, Runbook.TABLE_THROTTLES);
    }

    /** Adds the alarm for failed runs, for a service whose throttled tables and server errors are all failed runs. */
    public void watchFaults() {
        watchCount(Metrics.FAULTS, Metrics.FAULTS, Runbook.FUNCTION_FAULTS);
    }

    /** Adds an alarm for a metric that the service's functions publish. */
    public void watchCount(String label, String metric, Runbook runbook) {
        alarms.raise(service.name() + "-" + label, ServiceMetrics.own(service, metric), 1, runbook);
    }

    /** Adds an alarm for failed invocations of a function. */
    public void watch(ServiceFunction function, Runbook runbook) {
        alarms.raise(service.name() + "-errors", ServiceMetrics.errors(function), 1, runbook);
    }

    /** Adds an alarm for the lag of functions behind their streams. */
    public void watchLag(List<ServiceFunction> functions) {
        alarms.raise(
                service.name() + "-lag",
                ServiceMetrics.max(functions.stream().map(ServiceMetrics::lag).toList()),
                STREAM_LAG_MILLISECONDS,
                Runbook.STREAM_LAG);
    }

    /** Adds an alarm for the first message in a queue. */
    public void watch(FailureQueue queue, Runbook runbook) {
        alarms.raise(queue.label(), ServiceMetrics.waiting(queue), 1, runbook);
    }

    /** Adds an alarm for scheduled invocations that could not be made or failed. */
    public void watch(ScheduleRule schedule, Runbook runbook) {
        alarms.raise(
                schedule.missed().label(),
                ServiceMetrics.sum(
                        List.of(ServiceMetrics.waiting(schedule.missed()), ServiceMetrics.errors(schedule.function()))),
                1,
                runbook);
    }

    /** Adds alarms for events that a rule could not deliver, old messages, and dead letters. */
    public void watch(QueueRule rule) {
        alarms.raise(rule.queue().label() + "-lost", ServiceMetrics.lost(rule), 1, Runbook.RULE_LOSSES);
        watch(rule.queue());
    }

    /** Adds alarms for old messages and dead letters. */
    public void watch(WorkQueue queue) {
        alarms.raise(queue.label() + "-age", ServiceMetrics.age(queue), QUEUE_AGE_SECONDS, Runbook.QUEUE_AGE);
        watch(queue.deadLetters(), Runbook.DEAD_LETTERS);
    }

    /** Adds an alarm for the first event that a rule matches; all its events report failures. */
    public void watchEvents(QueueRule rule, Runbook runbook) {
        alarms.raise(rule.queue().label(), ServiceMetrics.matched(rule), 1, runbook);
    }

    /** Returns the names of the alarms. */
    public List<String> names() {
        return alarms.names();
    }
}
