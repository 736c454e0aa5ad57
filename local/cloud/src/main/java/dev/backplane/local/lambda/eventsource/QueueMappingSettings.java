package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.time.Duration;
import java.util.List;

/**
 * An event source mapping of a queue as its template configures it.
 *
 * @param filters a message goes to the function when one of them matches, or when there is none
 * @param window how long to wait for a batch to fill
 * @param concurrency how many batches may be with the function at a time
 */
record QueueMappingSettings(
        String id,
        String function,
        String queueArn,
        List<String> filters,
        int batchSize,
        Duration window,
        int concurrency,
        boolean partialAnswers) {
    private static final int DEFAULT_BATCH_SIZE = 10;

    /** Lambda starts with five at a time and goes far beyond; one machine does not gain by more. */
    private static final int DEFAULT_CONCURRENCY = 5;

    static QueueMappingSettings of(TemplateResource mapping) {
        JsonNode properties = mapping.properties();
        return new QueueMappingSettings(
                mapping.ref(),
                properties.path("FunctionName").asText(),
                properties.path("EventSourceArn").asText(),
                EventSourceKind.filters(mapping),
                properties.path("BatchSize").asInt(DEFAULT_BATCH_SIZE),
                Duration.ofSeconds(
                        properties.path("MaximumBatchingWindowInSeconds").asInt(0)),
                properties.at("/ScalingConfig/MaximumConcurrency").asInt(DEFAULT_CONCURRENCY),
                EventSourceKind.takesPartialAnswers(mapping));
    }
}
