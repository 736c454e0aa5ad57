package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;

/** Formats executions and their histories as JSON. */
final class ExecutionJson {

    private ExecutionJson() {}

    static ObjectNode list(List<Execution> executions) {
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        ArrayNode items = list.putArray("items");
        executions.forEach(execution -> items.add(summary(execution)));
        return list;
    }

    static ObjectNode of(Execution execution) {
        ObjectNode json = summary(execution);
        json.put("input", execution.start().input());
        execution.end().ifPresent(end -> {
            end.output().ifPresent(output -> json.put("output", output));
            end.error().ifPresent(error -> json.put("error", error));
            end.cause().ifPresent(cause -> json.put("cause", cause));
        });
        ArrayNode events = json.putArray("events");
        execution
                .events()
                .forEach(event -> events.addObject()
                        .put("id", event.id())
                        .put("type", event.type())
                        .put("at", event.time().toString())
                        .set("details", event.details()));
        return json;
    }

    private static ObjectNode summary(Execution execution) {
        String machine = execution.start().machineArn();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("name", execution.start().name())
                .put("machine", machine.substring(machine.lastIndexOf(':') + 1))
                .put("arn", execution.arn())
                .put("status", execution.status().name())
                .put("startedAt", execution.start().time().toString());
        execution
                .end()
                .ifPresent(end -> json.put("endedAt", end.time().toString())
                        .put(
                                "durationMillis",
                                Duration.between(execution.start().time(), end.time())
                                        .toMillis()));
        return json;
    }
}
