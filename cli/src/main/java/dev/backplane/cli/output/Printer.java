package dev.backplane.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** Renders a JSON value as a table for people, or as JSON, YAML or CSV for programs. */
public final class Printer {

    private static final String GAP = "  ";
    private static final String INDENT = "  ";

    private final Terminal terminal;
    private final Format format;

    public Printer(Terminal terminal, Format format) {
        this.terminal = terminal;
        this.format = format;
    }

    /**
     * Returns the text of a response.
     *
     * @param columns the members of an item that a table shows; none means all members of the first item
     */
    public String text(JsonNode value, List<String> columns) {
        StringWriter text = new StringWriter();
        switch (format) {
            case JSON -> text.append(Json.pretty(value)).append('\n');
            case YAML -> text.append(Json.yaml(value));
            case CSV -> csv(text, rows(value), columns);
            case TABLE -> table(text, value, columns);
        }
        return text.toString();
    }

    /** Returns the items of a list, or the single value. */
    private static List<JsonNode> rows(JsonNode value) {
        return value.path("items") instanceof ArrayNode items ? list(items) : List.of(value);
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private static List<String> columns(List<JsonNode> rows, List<String> wanted) {
        return !wanted.isEmpty() || rows.isEmpty()
                ? wanted
                : rows.getFirst()
                        .propertyStream()
                        .map(java.util.Map.Entry::getKey)
                        .toList();
    }

    private static void csv(StringWriter text, List<JsonNode> rows, List<String> wanted) {
        List<String> columns = columns(rows, wanted);
        if (columns.isEmpty()) {
            rows.forEach(row -> text.append(quoted(cell(row))).append("\r\n"));
            return;
        }
        text.append(String.join(",", columns)).append("\r\n");
        for (JsonNode row : rows) {
            text.append(String.join(
                            ",",
                            columns.stream()
                                    .map(column -> quoted(cell(at(row, column))))
                                    .toList()))
                    .append("\r\n");
        }
    }

    /** RFC 4180, section 2. */
    private static String quoted(String cell) {
        return cell.chars().anyMatch(character -> ",\"\r\n".indexOf(character) >= 0)
                ? '"' + cell.replace("\"", "\"\"") + '"'
                : cell;
    }

    private void table(StringWriter text, JsonNode value, List<String> columns) {
        if (value.path("items") instanceof ArrayNode items) {
            if (items.isEmpty()) {
                text.append("No results.\n");
            } else {
                grid(text, list(items), columns, "");
            }
        } else if (value.isObject()) {
            members(text, value, "");
        } else {
            text.append(Terminal.printable(cell(value))).append('\n');
        }
    }

    private void grid(StringWriter text, List<JsonNode> rows, List<String> wanted, String indent) {
        List<String> columns = columns(rows, wanted);
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns);
        for (JsonNode row : rows) {
            lines.add(columns.stream()
                    .map(column -> Terminal.printable(cell(at(row, column))))
                    .toList());
        }
        for (int line = 0; line < lines.size(); line++) {
            String joined = aligned(lines.get(line), lines).stripTrailing();
            text.append(indent)
                    .append(line == 0 ? terminal.bold(joined) : joined)
                    .append('\n');
        }
    }

    private static String aligned(List<String> cells, List<List<String>> lines) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            int index = column;
            int width = lines.stream()
                    .mapToInt(row -> row.get(index).length())
                    .max()
                    .orElse(0);
            line.append(cells.get(column))
                    .repeat(' ', width - cells.get(column).length())
                    .append(GAP);
        }
        return line.toString();
    }

    /** Prints one member per line, and lists of objects as tables of their own. */
    private void members(StringWriter text, JsonNode object, String indent) {
        int width = object.propertyStream()
                .mapToInt(member -> member.getKey().length())
                .max()
                .orElse(0);
        object.propertyStream().forEach(member -> {
            JsonNode value = member.getValue();
            text.append(indent).append(terminal.bold(member.getKey()));
            if (value.isArray() && !value.isEmpty() && value.get(0).isObject()) {
                text.append('\n');
                grid(text, list(value), List.of(), indent + INDENT);
            } else if (value.isObject() && !value.isEmpty()) {
                text.append('\n');
                members(text, value, indent + INDENT);
            } else {
                text.append(" ".repeat(width - member.getKey().length()) + GAP)
                        .append(Terminal.printable(cell(value)))
                        .append('\n');
            }
        });
    }

    /** Returns a member; a dot leads into an object, as in {@code actor.id}. */
    private static JsonNode at(JsonNode row, String column) {
        return row.at("/" + column.replace('.', '/'));
    }

    private static String cell(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        if (value.isArray() && list(value).stream().noneMatch(JsonNode::isContainerNode)) {
            return String.join(", ", list(value).stream().map(JsonNode::asText).toList());
        }
        return value.isContainerNode() ? value.toString() : value.asText();
    }
}
