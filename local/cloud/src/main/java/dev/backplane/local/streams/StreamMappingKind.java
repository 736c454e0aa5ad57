package dev.backplane.local.streams;

import dev.backplane.local.template.Declaration;
import dev.backplane.local.template.KnownProperties;
import dev.backplane.local.template.Resource;
import dev.backplane.local.template.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import software.amazon.event.ruler.RuleCompiler;

/** {@code AWS::Lambda::EventSourceMapping} of a DynamoDB stream. */
public final class StreamMappingKind {
    static final String TYPE = "AWS::Lambda::EventSourceMapping";
    private static final Set<String> POSITIONS = Set.of("TRIM_HORIZON", "LATEST");

    private StreamMappingKind() {}

    public static ResourceKind kind() {
        return new ResourceKind(
                TYPE,
                KnownProperties.used(
                                "FunctionName",
                                "EventSourceArn",
                                "Enabled",
                                "StartingPosition",
                                "BatchSize",
                                "MaximumBatchingWindowInSeconds",
                                "FilterCriteria.Filters.Pattern",
                                "BisectBatchOnFunctionError",
                                "MaximumRetryAttempts",
                                "MaximumRecordAgeInSeconds",
                                "FunctionResponseTypes",
                                "DestinationConfig.OnFailure.Destination")
                        .withoutEffect("one reader a shard keeps up with one machine", "ParallelizationFactor")
                        .withoutEffect("for people to read", "Tags"),
                Declaration::generatedIdentity,
                StreamMappingKind::problems);
    }

    private static List<String> problems(Resource mapping) {
        List<String> problems = new ArrayList<>();
        String source = mapping.properties().path("EventSourceArn").asText();
        if (!source.startsWith("arn:aws:dynamodb:") || !source.contains("/stream/")) {
            problems.add("event source " + source + " is not a DynamoDB stream");
        }
        String position = mapping.properties().path("StartingPosition").asText();
        if (!POSITIONS.contains(position)) {
            problems.add("starting position " + position + " is not known to the local cloud");
        }
        mapping.properties()
                .path("FilterCriteria")
                .path("Filters")
                .valueStream()
                .map(filter -> filter.path("Pattern").asText())
                .filter(pattern -> RuleCompiler.check(pattern) != null)
                .forEach(pattern -> problems.add("filter is not a pattern: " + pattern));
        return problems;
    }
}
