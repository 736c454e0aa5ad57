package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.stepfunctions.Execution.Start;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Formats executions and their histories as text. */
final class ExecutionText {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int LONGEST_TEXT = 300;

    private ExecutionText() {}

    static String list(List<Execution> executions) {
        if (executions.isEmpty()) {
            return "There are no executions yet.\n";
        }
        int widest = executions.stream()
                .mapToInt(execution -> execution.start().name().length())
                .max()
                .orElse(0);
        int machines = executions.stream()
                .mapToInt(execution -> machine(execution).length())
                .max()
                .orElse(0);
        String format = "%-" + Math.max(widest, 4) + "s  %-" + Math.max(machines, 7) + "s  %-9s  %-19s  %s%n";
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, format, "NAME", "MACHINE", "STATUS", "STARTED (UTC)", "TOOK"));
        for (Execution execution : executions) {
            Start start = execution.start();
            text.append(String.format(
                    Locale.ROOT,
                    format,
                    start.name(),
                    machine(execution),
                    execution.status(),
                    TIME.format(start.time()),
                    took(execution)));
        }
        return text.toString();
    }

    static String of(Execution execution) {
        Start start = execution.start();
        StringBuilder text = new StringBuilder();
        line(text, "Name", start.name());
        line(text, "Machine", machine(execution));
        line(text, "ARN", start.arn());
        line(text, "Status", execution.status().name());
        line(text, "Started", TIME.format(start.time()) + " UTC, took " + took(execution));
        line(text, "Input", shortened(start.input()));
        execution.end().ifPresent(end -> {
            end.output().ifPresent(output -> line(text, "Output", shortened(output)));
            end.error().ifPresent(error -> line(text, "Error", error));
            end.cause().ifPresent(cause -> line(text, "Cause", shortened(cause)));
        });
        text.append('\n');
        execution.events().forEach(event -> event(text, start.time(), event));
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "%-8s %s%n", name, value));
    }

    private static void event(StringBuilder text, Instant start, HistoryEvent event) {
        text.append(String.format(
                        Locale.ROOT,
                        "%9.3f s  %4d  %-24s",
                        Duration.between(start, event.time()).toMillis() / 1_000.0,
                        event.id(),
                        event.type()))
                .append(details(event))
                .append('\n');
    }

    private static String details(HistoryEvent event) {
        JsonNode details = event.details().valueStream().findFirst().orElse(event.details());
        String what = Stream.of("name", "index", "resourceType", "resource", "error", "cause")
                .flatMap(field -> Optional.ofNullable(details.get(field)).stream())
                .map(JsonNode::asText)
                .reduce((one, other) -> one + " " + other)
                .orElse("");
        return what.isEmpty() ? "" : "  " + shortened(what);
    }

    private static String machine(Execution execution) {
        String arn = execution.start().machineArn();
        return arn.substring(arn.lastIndexOf(':') + 1);
    }

    private static String took(Execution execution) {
        return execution
                .end()
                .map(end -> String.format(
                        Locale.ROOT,
                        "%.1f s",
                        Duration.between(execution.start().time(), end.time()).toMillis() / 1_000.0))
                .orElse("so far");
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() <= LONGEST_TEXT ? line : line.substring(0, LONGEST_TEXT) + " ...";
    }
}
