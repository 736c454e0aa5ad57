package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.util.List;

/**
 * The settings of a queue's event source mapping.
 *
 * @param filters patterns of which a message must match one; empty for all messages
 * @param concurrency the maximum number of concurrent batches
 */
record QueueMappingSettings(
        String id,
        String function,
        String queueArn,
        List<String> filters,
        int batchSize,
        int concurrency,
        boolean reportsItemFailures) {

    private static final int DEFAULT_BATCH_SIZE = 10;

    /** Lambda starts with five concurrent batches. More would not help locally. */
    private static final int DEFAULT_CONCURRENCY = 5;

    static QueueMappingSettings of(TemplateResource mapping) {
        JsonNode properties = mapping.properties();
        return new QueueMappingSettings(
                mapping.ref(),
                properties.path("FunctionName").asText(),
                properties.path("EventSourceArn").asText(),
                EventSourceKind.filters(mapping),
                properties.path("BatchSize").asInt(DEFAULT_BATCH_SIZE),
                properties.at("/ScalingConfig/MaximumConcurrency").asInt(DEFAULT_CONCURRENCY),
                EventSourceKind.reportsItemFailures(mapping));
    }
}
