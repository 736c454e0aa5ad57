package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.ErrorNames;
import dev.backplane.local.asl.run.StatesException;
import dev.backplane.local.asl.run.Tasks;
import dev.backplane.local.aws.AwsCalls;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/** Starts a child execution and waits for its end. */
record ChildTask(AwsCalls calls, ExecutionStore store) {

    private static final ObjectMapper JSON = new ObjectMapper();

    JsonNode start(Tasks.Request request) throws StatesException, InterruptedException {
        JsonNode arguments = request.arguments();
        ObjectNode start = JsonNodeFactory.instance
                .objectNode()
                .put("stateMachineArn", arguments.path("StateMachineArn").asText());
        if (arguments.hasNonNull("Name")) {
            start.put("name", arguments.path("Name").asText());
        }
        JsonNode input = arguments.path("Input");
        if (!input.isMissingNode()) {
            start.put("input", input.isTextual() ? input.textValue() : input.toString());
        }
        AwsCalls.Reply reply = JsonServiceTask.STATES.perform(calls, "StartExecution", start);
        ObjectNode started = JsonServiceTask.STATES.answer(reply);
        String arn = started.path("executionArn").asText();
        ObjectNode answer = TaskResult.withMetadata(
                JsonNodeFactory.instance
                        .objectNode()
                        .put("ExecutionArn", arn)
                        .put("StartDate", started.path("startDate").asDouble()),
                reply.status(),
                reply.requestId());
        request.submitted().accept(answer);
        return await(arn);
    }

    private JsonNode await(String arn) throws StatesException, InterruptedException {
        Execution child = store.find(arn)
                .orElseThrow(
                        () -> new StatesException(ErrorNames.TASK_FAILED, "The execution " + arn + " does not exist"));
        try {
            child.ended().get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } catch (InterruptedException stopped) {
            stop(arn);
            throw stopped;
        }
        // Step Functions describes the child with the state machine's role.
        JsonServiceTask.STATES.perform(
                calls,
                "DescribeExecution",
                JsonNodeFactory.instance.objectNode().put("executionArn", arn));
        ExecutionEnd end = child.end().orElseThrow();
        ObjectNode result = result(child, end);
        if (end.status() != ExecutionStatus.SUCCEEDED) {
            throw new StatesException(ErrorNames.TASK_FAILED, result.toString());
        }
        return result;
    }

    /** Stops the child with its parent, if the role permits it. */
    private void stop(String arn) {
        try {
            JsonServiceTask.STATES.perform(
                    calls,
                    "StopExecution",
                    JsonNodeFactory.instance.objectNode().put("executionArn", arn));
        } catch (StatesException | InterruptedException notStopped) {
            // The child keeps running, as on AWS.
        }
    }

    private static ObjectNode result(Execution child, ExecutionEnd end) throws StatesException {
        Execution.Start start = child.start();
        ObjectNode result = JsonNodeFactory.instance.objectNode().put("ExecutionArn", start.arn());
        end.cause().ifPresent(cause -> result.put("Cause", cause));
        end.error().ifPresent(error -> result.put("Error", error));
        result.set("Input", json(start.input()));
        result.putObject("InputDetails").put("Included", true);
        result.put("Name", start.name());
        Optional<String> output = end.output();
        if (output.isPresent()) {
            result.set("Output", json(output.get()));
            result.putObject("OutputDetails").put("Included", true);
        }
        return result.put("RedriveCount", 0)
                .put("StartDate", start.time().toEpochMilli())
                .put("StateMachineArn", start.machineArn())
                .put("Status", end.status().name())
                .put("StopDate", end.time().toEpochMilli());
    }

    private static JsonNode json(String json) throws StatesException {
        try {
            return JSON.readTree(json);
        } catch (JacksonException notJson) {
            throw new StatesException(ErrorNames.RUNTIME, "not JSON: " + json);
        }
    }
}
