package dev.backplane.infra.constructs;

import dev.backplane.platform.log.Metrics;
import java.util.List;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.constructs.Construct;

/** The alarms that every service has, one method a kind of thing to watch. */
public final class ServiceAlarms {

    // Single 503 answers are part of the contract, a run of them is not.
    private static final int SERVER_ERRORS = 5;
    private static final int STREAM_LAG_MILLISECONDS = 5 * 60 * 1000;
    private static final int QUEUE_AGE_SECONDS = 60 * 60;

    // Step Functions starts a throttled state later by itself; a run of them means that runs take far longer.
    private static final int WORKFLOW_THROTTLES = 100;

    private final String service;
    private final Alarms alarms;

    public ServiceAlarms(Construct scope, Service service) {
        this.service = service.name();
        this.alarms = new Alarms(scope, service.stage());
    }

    /** Watches for answers that are the service's fault. */
    public void watch(ServiceApi api) {
        alarms.raise(
                service + "-server-errors", ServiceMetrics.of(api, "5xx", "Sum"), SERVER_ERRORS, Runbook.SERVER_ERRORS);
    }

    /** Watches for faults that were answered, and for failed and refused invocations. */
    public void watch(ServiceFunction function) {
        String name = function.operation();
        alarms.raise(name + "-faults", ServiceMetrics.own(function, Metrics.FAULTS), 1, Runbook.FUNCTION_FAULTS);
        alarms.raise(name + "-errors", ServiceMetrics.of(function, "Errors", "Sum"), 1, Runbook.FUNCTION_ERRORS);
        alarms.raise(
                name + "-throttles", ServiceMetrics.of(function, "Throttles", "Sum"), 1, Runbook.FUNCTION_THROTTLES);
    }

    /** Watches how far a function is behind the stream that it reads. */
    public void watchLag(ServiceFunction function) {
        alarms.raise(
                function.operation() + "-lag",
                ServiceMetrics.of(function, "IteratorAge", "Maximum"),
                STREAM_LAG_MILLISECONDS,
                Runbook.STREAM_LAG);
    }

    /** Watches for the first message in a queue that has to stay empty. */
    public void watch(FailureQueue queue, Runbook runbook) {
        alarms.raise(queue.label(), ServiceMetrics.waiting(queue.queueName()), 1, runbook);
    }

    /** Watches for events that a rule lost on the way to its queue, work that is not done, and dead letters. */
    public void watch(QueueRule rule) {
        WorkQueue queue = rule.queue();
        alarms.raise(queue.label() + "-lost", ServiceMetrics.sum(ServiceMetrics.lost(rule)), 1, Runbook.RULE_LOSSES);
        alarms.raise(queue.label() + "-age", ServiceMetrics.age(queue), QUEUE_AGE_SECONDS, Runbook.QUEUE_AGE);
        watch(queue.deadLetters(), Runbook.DEAD_LETTERS);
    }

    /** Watches for runs that failed, took too long or were stopped, and for refused starts. */
    public void watch(Workflow workflow) {
        alarms.raise(
                workflow.label() + "-failures",
                ServiceMetrics.sum(ServiceMetrics.failures(workflow)),
                1,
                Runbook.WORKFLOW_FAILURES);
        alarms.raise(
                workflow.label() + "-throttles",
                ServiceMetrics.of(workflow, "ExecutionThrottled"),
                WORKFLOW_THROTTLES,
                Runbook.WORKFLOW_THROTTLES);
    }

    /** Watches for something that functions count themselves. */
    public void watchCount(String label, List<ServiceFunction> functions, String metric, Runbook runbook) {
        List<Metric> counts = functions.stream()
                .map(function -> ServiceMetrics.own(function, metric))
                .toList();
        alarms.raise(service + "-" + label, ServiceMetrics.sum(counts), 1, runbook);
    }

    /** Watches for throttling and for errors on the side of DynamoDB. */
    public void watch(ServiceTable table) {
        alarms.raise(
                table.label() + "-throttles",
                ServiceMetrics.sum(ServiceMetrics.throttles(table)),
                1,
                Runbook.TABLE_THROTTLES);
        alarms.raise(
                table.label() + "-system-errors",
                ServiceMetrics.sum(ServiceMetrics.systemErrors(table)),
                1,
                Runbook.TABLE_SYSTEM_ERRORS);
    }
}
