package dev.backplane.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A command that is one call of an API.
 *
 * @param command the words of the command, such as {@code aliases list}
 * @param path the path of the route; a last segment whose parameter is absent is left out
 * @param constants members of the body that are always the same
 * @param columns the members of an item that the table of a list shows; none if the response is not a list
 * @param example the arguments and options of an example
 */
public record Operation(
        String command,
        String method,
        String path,
        String summary,
        List<Parameter> parameters,
        Map<String, JsonNode> constants,
        List<String> columns,
        String example) {

    static Operation get(String command, String path, String summary) {
        return of(command, "GET", path, summary);
    }

    static Operation post(String command, String path, String summary) {
        return of(command, "POST", path, summary);
    }

    static Operation put(String command, String path, String summary) {
        return of(command, "PUT", path, summary);
    }

    static Operation patch(String command, String path, String summary) {
        return of(command, "PATCH", path, summary);
    }

    static Operation delete(String command, String path, String summary) {
        return of(command, "DELETE", path, summary);
    }

    private static Operation of(String command, String method, String path, String summary) {
        return new Operation(command, method, path, summary, List.of(), Map.of(), List.of(), "");
    }

    /** Adds an argument; the order of arguments is the order of these calls. */
    Operation argument(String names, Placement placement, String help) {
        return with(Parameter.of(names, placement, true, true, help));
    }

    Operation optionalArgument(String names, Placement placement, String help) {
        return with(Parameter.of(names, placement, true, false, help));
    }

    Operation option(String names, Placement placement, String help) {
        return with(Parameter.of(names, placement, false, false, help));
    }

    Operation requiredOption(String names, Placement placement, String help) {
        return with(Parameter.of(names, placement, false, true, help));
    }

    Operation reason(Placement placement) {
        return option("reason", placement, "Why you do this; it is kept in the history.");
    }

    Operation idempotencyKey() {
        return option(
                "idempotency-key=Idempotency-Key",
                Placement.HEADER,
                "Makes it safe to repeat the command with this key.");
    }

    private Operation with(Parameter added) {
        List<Parameter> all =
                Stream.concat(parameters.stream(), Stream.of(added)).toList();
        return new Operation(command, method, path, summary, all, constants, columns, example);
    }

    /** Sends a member that is always true. */
    Operation always(String member) {
        Map<String, JsonNode> all = new LinkedHashMap<>(constants);
        all.put(member, BooleanNode.TRUE);
        return new Operation(command, method, path, summary, parameters, all, columns, example);
    }

    /** Makes the response a list of pages, with these members of an item as columns. */
    Operation columns(String... names) {
        return new Operation(command, method, path, summary, parameters, constants, List.of(names), example);
    }

    Operation example(String words) {
        return new Operation(command, method, path, summary, parameters, constants, columns, words);
    }

    /** Returns whether the response has pages. */
    public boolean paged() {
        return !columns.isEmpty();
    }

    /** Returns whether the command only reads, so that it can be repeated. */
    public boolean reads() {
        return method.equals("GET");
    }
}
