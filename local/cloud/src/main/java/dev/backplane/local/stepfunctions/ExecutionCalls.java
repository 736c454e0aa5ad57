package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.stepfunctions.Execution.Start;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** The execution operations of the API. */
final class ExecutionCalls {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final int MAX_INPUT_BYTES = 256 * 1024;

    private final StateMachines machines;
    private final ExecutionStore store;
    private final ExecutionRunner runner;
    private final InstantSource clock;

    ExecutionCalls(StateMachines machines, ExecutionStore store, ExecutionRunner runner, InstantSource clock) {
        this.machines = machines;
        this.store = store;
        this.runner = runner;
        this.clock = clock;
    }

    ObjectNode start(JsonNode request) throws StepFunctionsException {
        String name = request.path("name").asText(UUID.randomUUID().toString());
        if (!ExecutionName.isValid(name)) {
            throw new StepFunctionsException("InvalidName", "Invalid Name: '" + name + "'");
        }
        String input = request.path("input").asText("{}");
        checkInput(input);
        StateMachineResource machine =
                machines.find(request.path("stateMachineArn").asText());
        ExecutionStore.Registration registration =
                store.register(new Start(machine.arn(), machine.roleArn(), name, input, now()));
        if (registration.isNew()) {
            runner.launch(machine, registration.execution());
        }
        Start start = registration.execution().start();
        return JsonNodeFactory.instance
                .objectNode()
                .put("executionArn", start.arn())
                .put("startDate", EpochSeconds.of(start.time()));
    }

    private static void checkInput(String input) throws StepFunctionsException {
        if (input.getBytes(StandardCharsets.UTF_8).length > MAX_INPUT_BYTES) {
            throw new StepFunctionsException(
                    "InvalidExecutionInput", "The input is larger than " + MAX_INPUT_BYTES + " bytes");
        }
        try {
            if (!JSON.readTree(input).isMissingNode()) {
                return;
            }
        } catch (JacksonException notJson) {
            // handled below
        }
        throw new StepFunctionsException(
                "InvalidExecutionInput", "Invalid State Machine Execution Input: '" + input + "'");
    }

    ObjectNode describe(JsonNode request) throws StepFunctionsException {
        Execution execution = find(request);
        ObjectNode answer = listed(execution).put("input", execution.start().input());
        answer.putObject("inputDetails").put("included", true);
        execution.end().ifPresent(end -> {
            end.output().ifPresent(output -> {
                answer.put("output", output);
                answer.putObject("outputDetails").put("included", true);
            });
            end.error().ifPresent(error -> answer.put("error", error));
            end.cause().ifPresent(cause -> answer.put("cause", cause));
        });
        return answer;
    }

    ObjectNode stop(JsonNode request) throws StepFunctionsException {
        Execution execution = find(request);
        runner.stop(
                execution,
                ExecutionEnd.without(
                        ExecutionStatus.ABORTED,
                        now(),
                        Optional.ofNullable(request.path("error").textValue()),
                        Optional.ofNullable(request.path("cause").textValue())));
        Instant stopped = execution.end().map(ExecutionEnd::time).orElseGet(this::now);
        return JsonNodeFactory.instance.objectNode().put("stopDate", EpochSeconds.of(stopped));
    }

    ObjectNode list(JsonNode request) throws StepFunctionsException {
        StateMachineResource machine =
                machines.find(request.path("stateMachineArn").asText());
        Optional<String> status =
                Optional.ofNullable(request.path("statusFilter").textValue());
        List<Execution> found = store.newestFirst().stream()
                .filter(execution -> execution.start().machineArn().equals(machine.arn()))
                .filter(execution -> status.isEmpty()
                        || status.get().equals(execution.status().name()))
                .toList();
        return new ListPage(request, found.size()).answer("executions", found, ExecutionCalls::listed);
    }

    ObjectNode history(JsonNode request) throws StepFunctionsException {
        List<HistoryEvent> events = new ArrayList<>(find(request).events());
        if (request.path("reverseOrder").asBoolean()) {
            Collections.reverse(events);
        }
        return new ListPage(request, events.size()).answer("events", events, HistoryEvent::json);
    }

    private Execution find(JsonNode request) throws StepFunctionsException {
        String arn = request.path("executionArn").asText();
        return store.find(arn)
                .orElseThrow(() ->
                        new StepFunctionsException("ExecutionDoesNotExist", "Execution Does Not Exist: '" + arn + "'"));
    }

    private static ObjectNode listed(Execution execution) {
        Start start = execution.start();
        ObjectNode answer = JsonNodeFactory.instance
                .objectNode()
                .put("executionArn", start.arn())
                .put("stateMachineArn", start.machineArn())
                .put("name", start.name())
                .put("status", execution.status().name())
                .put("startDate", EpochSeconds.of(start.time()))
                .put("redriveCount", 0);
        execution.end().ifPresent(end -> answer.put("stopDate", EpochSeconds.of(end.time())));
        return answer;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Validates execution names. */
    private static final class ExecutionName {

        /** Whitespace, brackets, wildcards, other reserved characters and control characters. */
        private static final Pattern FORBIDDEN = Pattern.compile(
                "[\\s<>{}\\[\\]?*\"#%\\\\^|~`$&,;:/\\x00-\\x1F\\x7F-\\x9F\\uFFFE\\uFFFF\\uD800-\\uDFFF]");

        private static final int LONGEST = 80;

        private ExecutionName() {}

        static boolean isValid(String name) {
            return !name.isEmpty()
                    && name.length() <= LONGEST
                    && !FORBIDDEN.matcher(name).find();
        }
    }
}
