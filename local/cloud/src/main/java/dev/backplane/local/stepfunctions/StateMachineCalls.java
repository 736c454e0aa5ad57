package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/** The state machine operations of the API. */
final class StateMachineCalls {

    private final StateMachines machines;
    private final Instant created;

    /** @param created the creation time of all machines */
    StateMachineCalls(StateMachines machines, Instant created) {
        this.machines = machines;
        this.created = created;
    }

    ObjectNode list(JsonNode request) throws StepFunctionsException {
        List<StateMachineResource> all = List.copyOf(machines.all());
        return new ListPage(request, all.size()).answer("stateMachines", all, this::listed);
    }

    ObjectNode describe(JsonNode request) throws StepFunctionsException {
        StateMachineResource machine =
                find(machines, request.path("stateMachineArn").asText());
        ObjectNode answer = listed(machine)
                .put("status", "ACTIVE")
                .put("definition", machine.definition())
                .put("roleArn", machine.roleArn());
        answer.putObject("tracingConfiguration").put("enabled", machine.isTraced());
        answer.putObject("loggingConfiguration")
                .put("level", machine.logging().path("Level").asText("OFF"))
                .put(
                        "includeExecutionData",
                        machine.logging().path("IncludeExecutionData").asBoolean());
        return answer;
    }

    private ObjectNode listed(StateMachineResource machine) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("stateMachineArn", machine.arn())
                .put("name", machine.name())
                .put("type", "STANDARD")
                .put("creationDate", EpochSeconds.seconds(created));
    }

    static StateMachineResource find(StateMachines machines, String arn) throws StepFunctionsException {
        return machines.find(arn)
                .orElseThrow(() -> new StepFunctionsException(
                        "StateMachineDoesNotExist", "State Machine Does Not Exist: '" + arn + "'"));
    }
}
