package dev.backplane.local.lambda.eventsource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of a stream's event source mapping.
 *
 * @param filters patterns of which a record must match one; empty for all records
 */
record StreamMappingSettings(
        String id, String function, String streamArn, List<String> filters, int batchSize, FailureHandling onFailure) {

    private static final int DEFAULT_BATCH_SIZE = 100;
    private static final int NO_LIMIT = -1;

    /**
     * The error handling of a mapping.
     *
     * @param maxRetries the maximum number of retries; unlimited when empty
     * @param maxAge the maximum age of a record
     * @param queue the destination for discarded batches
     */
    record FailureHandling(
            boolean reportsItemFailures,
            boolean bisect,
            OptionalInt maxRetries,
            Optional<Duration> maxAge,
            Optional<String> queue) {}

    static StreamMappingSettings of(TemplateResource mapping) {
        JsonNode properties = mapping.properties();
        return new StreamMappingSettings(
                mapping.ref(),
                properties.path("FunctionName").asText(),
                properties.path("EventSourceArn").asText(),
                EventSourceKind.filters(mapping),
                properties.path("BatchSize").asInt(DEFAULT_BATCH_SIZE),
                failureHandling(mapping));
    }

    private static FailureHandling failureHandling(TemplateResource mapping) {
        JsonNode properties = mapping.properties();
        int retries = properties.path("MaximumRetryAttempts").asInt(NO_LIMIT);
        int age = properties.path("MaximumRecordAgeInSeconds").asInt(NO_LIMIT);
        JsonNode queue = properties.path("DestinationConfig").path("OnFailure").path("Destination");
        return new FailureHandling(
                EventSourceKind.reportsItemFailures(mapping),
                properties.path("BisectBatchOnFunctionError").asBoolean(),
                retries == NO_LIMIT ? OptionalInt.empty() : OptionalInt.of(retries),
                age == NO_LIMIT ? Optional.empty() : Optional.of(Duration.ofSeconds(age)),
                queue.isTextual() ? Optional.of(queue.textValue()) : Optional.empty());
    }
}
