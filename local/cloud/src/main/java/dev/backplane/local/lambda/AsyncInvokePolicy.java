package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The retry policy of asynchronous invocations.
 *
 * @param maxAge the maximum age of the event
 * @param retries retries after function errors; service errors are retried until the maximum age
 */
record AsyncInvokePolicy(Duration maxAge, int retries) {

    static final AsyncInvokePolicy DEFAULT = new AsyncInvokePolicy(Duration.ofHours(6), 2);

    /** Returns the policies of functions, versions and aliases that have one. */
    static Map<FunctionName, AsyncInvokePolicy> of(CloudTemplates templates) {
        return templates.ofType(LambdaKinds.ASYNCHRONOUS).stream()
                .map(TemplateResource::properties)
                .collect(Collectors.toMap(AsyncInvokePolicy::function, AsyncInvokePolicy::read));
    }

    private static FunctionName function(JsonNode properties) {
        String name =
                FunctionName.parse(properties.path("FunctionName").asText()).name();
        return new FunctionName(
                name,
                Optional.of(properties.path("Qualifier").asText())
                        .filter(qualifier -> !qualifier.equals(LambdaContext.VERSION)));
    }

    private static AsyncInvokePolicy read(JsonNode properties) {
        return new AsyncInvokePolicy(
                Duration.ofSeconds(properties.path("MaximumEventAgeInSeconds").asLong(DEFAULT.maxAge.toSeconds())),
                properties.path("MaximumRetryAttempts").asInt(DEFAULT.retries));
    }
}
