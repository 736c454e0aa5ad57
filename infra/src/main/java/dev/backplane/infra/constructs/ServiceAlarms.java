package dev.backplane.infra.constructs;

import dev.backplane.platform.log.Metrics;
import java.util.List;
import software.constructs.Construct;

/**
 * The alarms of a service, one method for each kind of thing to watch.
 *
 * <p>CloudWatch bills an alarm for each metric that it reads, so alarms are on what a failure leads to rather than on each
 * function that can fail. The log lines name the function.
 */
public final class ServiceAlarms {

    // Single 503 answers are part of the contract, a run of them is not.
    private static final int SERVER_ERRORS = 5;
    private static final int STREAM_LAG_MILLISECONDS = 5 * 60 * 1000;
    private static final int QUEUE_AGE_SECONDS = 60 * 60;

    private final Service service;
    private final Alarms alarms;

    public ServiceAlarms(Construct scope, Service service) {
        this.service = service;
        this.alarms = new Alarms(scope, service.stage());
    }

    /** Watches for answers that are the service's fault, for runs that failed, and for throttled tables. */
    public void watch(ServiceApi api) {
        alarms.raise(
                service.name() + "-server-errors",
                ServiceMetrics.of(api, "5xx", "Sum"),
                SERVER_ERRORS,
                Runbook.SERVER_ERRORS);
        watchCount(Metrics.FAULTS, Metrics.FAULTS, Runbook.FUNCTION_FAULTS);
        watchCount(Metrics.THROTTLES, Metrics.THROTTLES, Runbook.TABLE_THROTTLES);
    }

    /** Watches for something that the service's functions count. */
    public void watchCount(String label, String metric, Runbook runbook) {
        alarms.raise(service.name() + "-" + label, ServiceMetrics.own(service, metric), 1, runbook);
    }

    /** Watches for invocations of a function that gave no answer. */
    public void watch(ServiceFunction function, Runbook runbook) {
        alarms.raise(service.name() + "-errors", ServiceMetrics.errors(function), 1, runbook);
    }

    /** Watches how far functions are behind the streams that they read. */
    public void watchLag(List<ServiceFunction> functions) {
        alarms.raise(
                service.name() + "-lag",
                ServiceMetrics.max(functions.stream().map(ServiceMetrics::lag).toList()),
                STREAM_LAG_MILLISECONDS,
                Runbook.STREAM_LAG);
    }

    /** Watches for the first message in a queue that has to stay empty. */
    public void watch(FailureQueue queue, Runbook runbook) {
        alarms.raise(queue.label(), ServiceMetrics.waiting(queue), 1, runbook);
    }

    /** Watches for scheduled calls that could not be made, or that failed. */
    public void watch(ScheduleRule schedule, Runbook runbook) {
        alarms.raise(
                schedule.missed().label(),
                ServiceMetrics.sum(
                        List.of(ServiceMetrics.waiting(schedule.missed()), ServiceMetrics.errors(schedule.function()))),
                1,
                runbook);
    }

    /** Watches for events that a rule lost on the way to its queue, work that is not done, and dead letters. */
    public void watch(QueueRule rule) {
        WorkQueue queue = rule.queue();
        alarms.raise(queue.label() + "-lost", ServiceMetrics.lost(rule), 1, Runbook.RULE_LOSSES);
        alarms.raise(queue.label() + "-age", ServiceMetrics.age(queue), QUEUE_AGE_SECONDS, Runbook.QUEUE_AGE);
        watch(queue.deadLetters(), Runbook.DEAD_LETTERS);
    }

    /** Watches for the first event that a rule matches, for a rule whose events all tell of failures. */
    public void watchEvents(QueueRule rule, Runbook runbook) {
        alarms.raise(rule.queue().label(), ServiceMetrics.matched(rule), 1, runbook);
    }

    /** The names of the alarms that were made. */
    public List<String> names() {
        return alarms.names();
    }
}
