package dev.backplane.infra.constructs;

import dev.backplane.platform.log.Metrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;

/** The metrics that alarms and dashboards share, in periods of five minutes. */
public final class ServiceMetrics {

    private static final Duration PERIOD = Duration.minutes(5);

    // DynamoDB counts system errors per operation only; these are the ones that stores and mappings use.
    private static final List<String> TABLE_OPERATIONS = List.of(
            "GetItem",
            "BatchGetItem",
            "PutItem",
            "UpdateItem",
            "DeleteItem",
            "Query",
            "TransactGetItems",
            "TransactWriteItems",
            "GetRecords");

    private static final List<String> THROTTLES = List.of("ReadThrottleEvents", "WriteThrottleEvents");

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

    static Metric of(ServiceFunction function, String name, String statistic) {
        return of("AWS/Lambda", name, statistic, Map.of("FunctionName", function.functionName()));
    }

    /** A metric that the function writes into its log line. */
    static Metric own(ServiceFunction function, String name) {
        return of(Metrics.NAMESPACE, name, "Sum", Map.of(Metrics.FUNCTION, function.functionName()));
    }

    /** How many messages wait in a queue. */
    static Metric waiting(String queueName) {
        return ofQueue(queueName, "ApproximateNumberOfMessagesVisible");
    }

    /** How long the oldest message of a queue has been there, in seconds. */
    static Metric age(WorkQueue queue) {
        return ofQueue(queue.queueName(), "ApproximateAgeOfOldestMessage");
    }

    private static Metric ofQueue(String queueName, String name) {
        return of("AWS/SQS", name, "Maximum", Map.of("QueueName", queueName));
    }

    /** A metric of a rule on a bus. */
    public static Metric ofRule(String busName, String ruleName, String name) {
        return of("AWS/Events", name, "Sum", Map.of("EventBusName", busName, "RuleName", ruleName));
    }

    /** Events that a rule could neither put into its queue nor put aside. */
    static List<Metric> lost(QueueRule rule) {
        return Stream.of("FailedInvocations", "InvocationsFailedToBeSentToDlq")
                .map(name -> rule.busName()
                        .map(bus -> ofRule(bus, rule.ruleName(), name))
                        .orElseGet(() -> ofDefaultBus(rule.ruleName(), name)))
                .toList();
    }

    // The metrics of rules on the default bus do not name the bus.
    private static Metric ofDefaultBus(String ruleName, String name) {
        return of("AWS/Events", name, "Sum", Map.of("RuleName", ruleName));
    }

    static Metric of(Workflow workflow, String name) {
        return of("AWS/States", name, "Sum", Map.of("StateMachineArn", workflow.arn()));
    }

    /** Runs of a workflow that ended in any way but a good one. */
    static List<Metric> failures(Workflow workflow) {
        return Stream.of("ExecutionsFailed", "ExecutionsTimedOut", "ExecutionsAborted")
                .map(name -> of(workflow, name))
                .toList();
    }

    static Metric of(ServiceTable table, String name) {
        return of("AWS/DynamoDB", name, "Sum", Map.of("TableName", table.fixedName()));
    }

    /** Throttled reads and writes of a table, then those of its indexes. */
    static List<Metric> throttles(ServiceTable table) {
        Stream<Metric> ofIndexes = table.indexNames().stream()
                .flatMap(index -> THROTTLES.stream()
                        .map(name -> of(
                                "AWS/DynamoDB",
                                name,
                                "Sum",
                                Map.of("TableName", table.fixedName(), "GlobalSecondaryIndexName", index))));
        return Stream.concat(THROTTLES.stream().map(name -> of(table, name)), ofIndexes)
                .toList();
    }

    static List<Metric> systemErrors(ServiceTable table) {
        return TABLE_OPERATIONS.stream()
                .map(operation -> of(
                        "AWS/DynamoDB",
                        "SystemErrors",
                        "Sum",
                        Map.of("TableName", table.fixedName(), "Operation", operation)))
                .toList();
    }

    /** The sum of metrics for an alarm; a graph shows them one by one. */
    static IMetric sum(List<Metric> metrics) {
        Map<String, IMetric> names = new LinkedHashMap<>();
        metrics.forEach(metric -> names.put("m" + names.size(), metric));
        return MathExpression.Builder.create()
                // A metric without data must not hide the others' data.
                .expression("SUM(FILL(METRICS(), 0))")
                .usingMetrics(names)
                .period(PERIOD)
                .build();
    }
}
