package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceKind;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.event.ruler.RuleCompiler;

/** {@code AWS::Lambda::EventSourceMapping} of a DynamoDB stream or an SQS queue. */
public final class EventSourceKind {

    private static final String TYPE = "AWS::Lambda::EventSourceMapping";
    private static final String POSITION = "TRIM_HORIZON";
    private static final List<String> OF_STREAMS = List.of(
            "StartingPosition",
            "BisectBatchOnFunctionError",
            "MaximumRetryAttempts",
            "MaximumRecordAgeInSeconds",
            "DestinationConfig");
    private static final List<String> OF_QUEUES = List.of("ScalingConfig");

    /** Lambda requires a batching window for larger batches, which the local cloud does not support. */
    private static final int LARGEST_QUEUE_BATCH = 10;

    private static final int LEAST_CONCURRENCY = 2;
    private static final int MAX_CONCURRENCY = 1_000;

    private EventSourceKind() {}

    public static ResourceKind kind() {
        return new ResourceKind(
                TYPE,
                KnownProperties.used(
                        "FunctionName",
                        "EventSourceArn",
                        "Enabled",
                        "StartingPosition",
                        "BatchSize",
                        "FilterCriteria.Filters.Pattern",
                        "BisectBatchOnFunctionError",
                        "MaximumRetryAttempts",
                        "MaximumRecordAgeInSeconds",
                        "FunctionResponseTypes",
                        "ScalingConfig.MaximumConcurrency",
                        "DestinationConfig.OnFailure.Destination"),
                ResourceDeclaration::generatedIdentity,
                EventSourceKind::problems);
    }

    /** Returns the mappings of DynamoDB streams. */
    public static List<TemplateResource> ofStreams(CloudTemplates templates) {
        return templates.ofType(TYPE).stream()
                .filter(EventSourceKind::isOfStream)
                .toList();
    }

    /** Returns the mappings of SQS queues. */
    public static List<TemplateResource> ofQueues(CloudTemplates templates) {
        return templates.ofType(TYPE).stream()
                .filter(EventSourceKind::isOfQueue)
                .toList();
    }

    public static boolean isEnabled(TemplateResource mapping) {
        return mapping.properties().path("Enabled").asBoolean(true);
    }

    /** Returns the filter patterns. A record must match one of them, if there are any. */
    public static List<String> filters(TemplateResource mapping) {
        return mapping.properties()
                .path("FilterCriteria")
                .path("Filters")
                .valueStream()
                .map(filter -> filter.path("Pattern").asText())
                .toList();
    }

    /** Returns whether the function may report partial batch failures. */
    public static boolean reportsItemFailures(TemplateResource mapping) {
        return mapping.properties()
                .path("FunctionResponseTypes")
                .valueStream()
                .anyMatch(type -> type.asText().equals("ReportBatchItemFailures"));
    }

    private static List<String> problems(TemplateResource mapping) {
        List<String> problems = new ArrayList<>();
        filters(mapping).stream()
                .filter(pattern -> RuleCompiler.check(pattern) != null)
                .forEach(pattern -> problems.add("filter is not a pattern: " + pattern));
        if (isOfStream(mapping)) {
            streamProblems(mapping.properties()).forEach(problems::add);
        } else if (isOfQueue(mapping)) {
            queueProblems(mapping.properties()).forEach(problems::add);
        } else {
            problems.add("event source " + source(mapping) + " is neither a DynamoDB stream nor an SQS queue");
        }
        return problems;
    }

    private static Stream<String> streamProblems(JsonNode properties) {
        String position = properties.path("StartingPosition").asText();
        return Stream.concat(
                POSITION.equals(position)
                        ? Stream.empty()
                        : Stream.of("starting position " + position + " is not supported by the local cloud"),
                OF_QUEUES.stream().filter(properties::has).map(name -> "property " + name + " is only for queues"));
    }

    private static Stream<String> queueProblems(JsonNode properties) {
        List<String> problems = new ArrayList<>();
        OF_STREAMS.stream()
                .filter(properties::has)
                .forEach(name -> problems.add("property " + name + " is only for streams"));
        if (properties.path("BatchSize").asInt() > LARGEST_QUEUE_BATCH) {
            problems.add("a batch can have at most " + LARGEST_QUEUE_BATCH + " messages");
        }
        int concurrency = properties.at("/ScalingConfig/MaximumConcurrency").asInt(LEAST_CONCURRENCY);
        if (concurrency < LEAST_CONCURRENCY || concurrency > MAX_CONCURRENCY) {
            problems.add("maximum concurrency " + concurrency + " is not from 2 to 1000");
        }
        return problems.stream();
    }

    private static boolean isOfStream(TemplateResource mapping) {
        return source(mapping).startsWith("arn:aws:dynamodb:")
                && source(mapping).contains("/stream/");
    }

    private static boolean isOfQueue(TemplateResource mapping) {
        return source(mapping).startsWith("arn:aws:sqs:");
    }

    private static String source(TemplateResource mapping) {
        return mapping.properties().path("EventSourceArn").asText();
    }
}
