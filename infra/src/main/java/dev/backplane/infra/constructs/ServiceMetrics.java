package dev.backplane.infra.constructs;

import dev.backplane.platform.log.Metrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;

/** The metrics of alarms and the dashboard, in periods of five minutes. */
public final class ServiceMetrics {

    private static final Duration PERIOD = Duration.minutes(5);

    private ServiceMetrics() {}

    private static Metric of(String namespace, String name, String statistic, Map<String, String> dimensions) {
        return Metric.Builder.create()
                .namespace(namespace)
                .metricName(name)
                .statistic(statistic)
                .period(PERIOD)
                .dimensionsMap(new TreeMap<>(dimensions))
                .build();
    }

    static Metric of(ServiceApi api, String name, String statistic) {
        return of("AWS/ApiGateway", name, statistic, Map.of("ApiId", api.apiId()));
    }

    /** Returns a metric that the functions of a service publish in their log lines. */
    static Metric own(Service service, String name) {
        return of(
                Metrics.NAMESPACE,
                name,
                "Sum",
                Map.of(Metrics.STAGE, service.stage().stage(), Metrics.SERVICE, service.name()));
    }

    /** Returns the invocations that failed, timed out or ran out of memory. */
    static Metric errors(ServiceFunction function) {
        return of("AWS/Lambda", "Errors", "Sum", Map.of("FunctionName", function.functionName()));
    }

    /** Returns the age of the last record of a batch, in milliseconds. */
    static Metric lag(ServiceFunction function) {
        return of("AWS/Lambda", "IteratorAge", "Maximum", Map.of("FunctionName", function.functionName()));
    }

    /** Returns the throttled invocations of all functions in the account and region, which share one limit. */
    public static Metric functionThrottles() {
        return of("AWS/Lambda", "Throttles", "Sum", Map.of());
    }

    /** Returns the largest number of concurrent invocations in the account and region. */
    static Metric concurrency() {
        return of("AWS/Lambda", "ConcurrentExecutions", "Maximum", Map.of());
    }

    /** Returns the number of visible messages in a queue. */
    static Metric waiting(FailureQueue queue) {
        return ofQueue(queue.queueName(), "ApproximateNumberOfMessagesVisible");
    }

    /** Returns the age of the oldest message in a queue, in seconds. */
    static Metric age(WorkQueue queue) {
        return ofQueue(queue.queueName(), "ApproximateAgeOfOldestMessage");
    }

    private static Metric ofQueue(String queueName, String name) {
        return of("AWS/SQS", name, "Maximum", Map.of("QueueName", queueName));
    }

    /** Returns a metric of a rule. */
    public static Metric ofRule(String busName, String ruleName, String name) {
        return of("AWS/Events", name, "Sum", Map.of("EventBusName", busName, "RuleName", ruleName));
    }

    /** Returns the events that a rule could deliver neither to its queue nor to its dead-letter queue. */
    static Metric lost(QueueRule rule) {
        return ofRule(rule, "InvocationsFailedToBeSentToDlq");
    }

    /** Returns the events that a rule matched. */
    static Metric matched(QueueRule rule) {
        return ofRule(rule, "TriggeredRules");
    }

    // Metrics of rules on the default bus have no bus dimension.
    private static Metric ofRule(QueueRule rule, String name) {
        return rule.busName()
                .map(bus -> ofRule(bus, rule.ruleName(), name))
                .orElseGet(() -> of("AWS/Events", name, "Sum", Map.of("RuleName", rule.ruleName())));
    }

    /** Returns the sum of metrics for an alarm. */
    static IMetric sum(List<Metric> metrics) {
        // A metric without data must not hide the data of the others.
        return all("SUM(FILL(METRICS(), 0))", metrics);
    }

    /** Returns the maximum of metrics for an alarm. */
    static IMetric max(List<Metric> metrics) {
        return all("MAX(FILL(METRICS(), 0))", metrics);
    }

    private static IMetric all(String expression, List<Metric> metrics) {
        if (metrics.size() == 1) {
            return metrics.getFirst();
        }
        Map<String, IMetric> names = new LinkedHashMap<>();
        metrics.forEach(metric -> names.put("m" + names.size(), metric));
        return MathExpression.Builder.create()
                .expression(expression)
                .usingMetrics(names)
                .period(PERIOD)
                .build();
    }
}
