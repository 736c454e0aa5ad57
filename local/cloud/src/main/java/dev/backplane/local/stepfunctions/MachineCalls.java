package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/** Calls about state machines. */
final class MachineCalls {
    private final Machines machines;
    private final Instant created;

    /** @param created the time of the start: when all machines were made */
    MachineCalls(Machines machines, Instant created) {
        this.machines = machines;
        this.created = created;
    }

    ObjectNode list(JsonNode request) throws Refusal {
        List<Machine> all = List.copyOf(machines.all());
        return new Page(request, all.size()).answer("stateMachines", all, this::listed);
    }

    ObjectNode describe(JsonNode request) throws Refusal {
        Machine machine = find(machines, request.path("stateMachineArn").asText());
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

    private ObjectNode listed(Machine machine) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("stateMachineArn", machine.arn())
                .put("name", machine.name())
                .put("type", "STANDARD")
                .put("creationDate", Times.seconds(created));
    }

    static Machine find(Machines machines, String arn) throws Refusal {
        return machines.find(arn)
                .orElseThrow(
                        () -> new Refusal("StateMachineDoesNotExist", "State Machine Does Not Exist: '" + arn + "'"));
    }
}
