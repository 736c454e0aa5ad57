package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.run.History;
import dev.backplane.local.cloudwatch.LogGroupKind;
import dev.backplane.local.cloudwatch.LogGroups;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Writes execution events to log groups at the configured level. */
final class StateMachineLogs {

    private static final List<String> ERRORS = List.of("Failed", "TimedOut", "Aborted");

    private final LogGroups logs;
    private final Map<String, Consumer<HistoryEvent>> writers = new ConcurrentHashMap<>();

    StateMachineLogs(LogGroups logs) {
        this.logs = logs;
    }

    /** Returns the log group of a machine. */
    static Optional<String> group(StateMachineResource machine) {
        String arn = machine.logging()
                .at("/Destinations/0/CloudWatchLogsLogGroup/LogGroupArn")
                .asText();
        String prefix = LogGroupKind.arn("");
        return arn.startsWith(prefix)
                ? Optional.of(arn.substring(prefix.length()).replaceAll(":\\*$", ""))
                : Optional.empty();
    }

    static boolean isOn(StateMachineResource machine) {
        return !machine.logging().path("Level").asText("OFF").equals("OFF");
    }

    /** Returns a history that also writes to the log. */
    History following(StateMachineResource machine, Execution execution) {
        if (!isOn(machine)) {
            return execution;
        }
        Consumer<HistoryEvent> writer = writer(machine, execution);
        writers.put(execution.arn(), writer);
        writer.accept(execution.events().getFirst());
        return (previous, type, details) -> {
            long id = execution.add(previous, type, details);
            writer.accept(new HistoryEvent(id, previous, execution.start().time(), type, details));
            return id;
        };
    }

    /** Logs the last event. */
    void ended(Execution execution) {
        Consumer<HistoryEvent> writer = writers.remove(execution.arn());
        if (writer != null) {
            writer.accept(execution.events().getLast());
        }
    }

    private Consumer<HistoryEvent> writer(StateMachineResource machine, Execution execution) {
        JsonNode logging = machine.logging();
        String level = logging.path("Level").asText();
        boolean withData = logging.path("IncludeExecutionData").asBoolean();
        // Log delivery has its own permission, which Step Functions manages.
        Consumer<String> stream = logs.open(
                group(machine).orElse(""),
                "states/" + machine.name() + "/" + execution.start().name(),
                access -> Optional.empty());
        return event -> {
            if (isWanted(level, event.type())) {
                stream.accept(line(execution, event, withData).toString());
            }
        };
    }

    private static boolean isWanted(String level, String type) {
        return switch (level) {
            case "ALL" -> true;
            case "ERROR" -> ERRORS.stream().anyMatch(type::endsWith);
            default -> type.startsWith("Execution") && ERRORS.stream().anyMatch(type::endsWith);
        };
    }

    private static ObjectNode line(Execution execution, HistoryEvent event, boolean withData) {
        ObjectNode line = JsonNodeFactory.instance
                .objectNode()
                .put("id", String.valueOf(event.id()))
                .put("type", event.type())
                .put("previous_event_id", String.valueOf(event.previousId()))
                .put("execution_arn", execution.arn());
        ObjectNode details = line.putObject("details");
        event.details().properties().forEach(part -> details.setAll((ObjectNode) part.getValue()));
        if (!withData) {
            details.remove(
                    List.of("input", "output", "parameters", "assignedVariables", "inputDetails", "outputDetails"));
        }
        return line;
    }
}
