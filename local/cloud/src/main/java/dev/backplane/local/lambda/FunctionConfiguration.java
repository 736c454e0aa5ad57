package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The configuration of a function in its template.
 *
 * @param snapStart whether its versions start from snapshots
 * @param deadLetterQueue where asynchronous invocations end that failed
 */
record FunctionConfiguration(
        String name,
        String arn,
        String handler,
        String roleArn,
        String logGroup,
        Limits limits,
        boolean snapStart,
        Optional<String> deadLetterQueue,
        Map<String, String> variables) {

    private static final int DEFAULT_TIMEOUT_SECONDS = 3;
    private static final int DEFAULT_MEMORY_MB = 128;

    /** The timeout and memory of a function. */
    record Limits(Duration timeout, int memoryMb) {}

    static FunctionConfiguration of(TemplateResource function) {
        JsonNode properties = function.properties();
        Limits limits = new Limits(
                Duration.ofSeconds(properties.path("Timeout").asInt(DEFAULT_TIMEOUT_SECONDS)),
                properties.path("MemorySize").asInt(DEFAULT_MEMORY_MB));
        return new FunctionConfiguration(
                function.ref(),
                function.arn(),
                properties.path("Handler").asText(),
                properties.path("Role").asText(),
                properties.path("LoggingConfig").path("LogGroup").asText("/aws/lambda/" + function.ref()),
                limits,
                properties.path("SnapStart").path("ApplyOn").asText().equals("PublishedVersions"),
                Optional.of(properties.at("/DeadLetterConfig/TargetArn").asText())
                        .filter(arn -> !arn.isEmpty()),
                variables(properties.path("Environment").path("Variables")));
    }

    private static Map<String, String> variables(JsonNode declared) {
        Map<String, String> variables = new HashMap<>();
        declared.propertyStream()
                .forEach(variable ->
                        variables.put(variable.getKey(), variable.getValue().asText()));
        return variables;
    }

    /** Returns the environment: the template's variables and those that Lambda adds. */
    Map<String, String> environment(String logStream) {
        Map<String, String> environment = new HashMap<>(variables);
        environment.put("AWS_REGION", Account.REGION);
        environment.put("AWS_DEFAULT_REGION", Account.REGION);
        environment.put("AWS_LAMBDA_FUNCTION_NAME", name);
        environment.put("AWS_LAMBDA_FUNCTION_VERSION", LambdaContext.VERSION);
        environment.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", String.valueOf(limits.memoryMb()));
        environment.put("AWS_LAMBDA_LOG_GROUP_NAME", logGroup);
        environment.put("AWS_LAMBDA_LOG_STREAM_NAME", logStream);
        environment.put("_HANDLER", handler);
        return environment;
    }
}
