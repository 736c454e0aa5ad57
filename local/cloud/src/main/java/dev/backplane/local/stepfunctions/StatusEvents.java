package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.eventbridge.ServiceEvents;
import dev.backplane.local.stepfunctions.Execution.Start;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Tells the account's default bus whenever the status of an execution has changed. */
final class StatusEvents implements Consumer<Execution> {

    private final ServiceEvents events;

    StatusEvents(ServiceEvents events) {
        this.events = events;
    }

    @Override
    public void accept(Execution execution) {
        events.publish(
                "aws.states",
                "Step Functions Execution Status Change",
                List.of(execution.arn()),
                detail(execution.start(), execution.end()));
    }

    static ObjectNode detail(Start start, Optional<ExecutionEnd> end) {
        ObjectNode detail = JsonNodeFactory.instance
                .objectNode()
                .put("executionArn", start.arn())
                .put("stateMachineArn", start.machineArn())
                .put("name", start.name())
                .put(
                        "status",
                        end.map(ExecutionEnd::status)
                                .orElse(ExecutionStatus.RUNNING)
                                .name())
                .put("startDate", start.time().toEpochMilli())
                .put("stopDate", end.map(how -> how.time().toEpochMilli()).orElse(null))
                .put("input", start.input())
                .put("output", end.flatMap(ExecutionEnd::output).orElse(null))
                .putNull("stateMachineVersionArn")
                .putNull("stateMachineAliasArn")
                .put("redriveCount", 0)
                .putNull("redriveDate")
                .put("redriveStatus", "NOT_REDRIVABLE")
                .put("error", end.flatMap(ExecutionEnd::error).orElse(null))
                .put("cause", end.flatMap(ExecutionEnd::cause).orElse(null));
        detail.putObject("inputDetails").put("included", true);
        end.flatMap(ExecutionEnd::output)
                .ifPresentOrElse(
                        output -> detail.putObject("outputDetails").put("included", true),
                        () -> detail.putNull("outputDetails"));
        return detail;
    }
}
