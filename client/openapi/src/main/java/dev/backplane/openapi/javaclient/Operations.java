package dev.backplane.openapi.javaclient;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.openapi.javaclient.Records.Component;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the methods of operations. */
final class Operations {

    private static final String JSON = "application/json";

    private final Types types;

    Operations(Types types) {
        this.types = types;
    }

    /**
     * An operation.
     *
     * @param parameters resolved, of the path first
     * @param results the type of the body for each status of success
     */
    record Operation(
            String id,
            String method,
            String path,
            JsonNode json,
            List<JsonNode> parameters,
            Map<Integer, String> results) {

        /** Returns the type of the body: an interface if it depends on the status. */
        String result() {
            List<String> bodies = results.values().stream()
                    .filter(type -> !type.equals("Void"))
                    .distinct()
                    .toList();
            return switch (bodies.size()) {
                case 0 -> "Void";
                case 1 -> bodies.getFirst();
                default -> id + "Result";
            };
        }

        List<Component> options(Types types) {
            return parameters.stream()
                    .filter(parameter -> !parameter.path("in").asText().equals("path"))
                    .map(parameter -> new Component(
                            parameter.path("name").asText(),
                            types.of(parameter.path("schema")),
                            parameter.path("required").asBoolean(),
                            parameter.path("description").asText()))
                    .toList();
        }

        List<JsonNode> pathParameters() {
            return parameters.stream()
                    .filter(parameter -> parameter.path("in").asText().equals("path"))
                    .toList();
        }
    }

    List<Operation> of(String path, JsonNode item) {
        List<Operation> operations = new ArrayList<>();
        item.properties().stream()
                .filter(member -> member.getValue().has("operationId"))
                .forEach(member -> {
                    JsonNode json = member.getValue();
                    List<JsonNode> parameters = Stream.concat(
                                    item.path("parameters").valueStream(),
                                    json.path("parameters").valueStream())
                            .map(types::resolved)
                            .filter(parameter ->
                                    !parameter.path("name").asText().equals("Accept"))
                            .toList();
                    operations.add(new Operation(
                            json.path("operationId").asText(),
                            member.getKey().toUpperCase(Locale.ROOT),
                            path,
                            json,
                            parameters,
                            results(json)));
                });
        return operations;
    }

    private Map<Integer, String> results(JsonNode operation) {
        Map<Integer, String> results = new LinkedHashMap<>();
        operation.path("responses").properties().stream()
                .filter(response -> response.getKey().startsWith("2"))
                .forEach(response -> {
                    JsonNode content = types.resolved(response.getValue()).path("content");
                    JsonNode media = content.has(JSON) ? content.path(JSON) : content.path("*/*");
                    String type = media.isMissingNode()
                            ? "Void"
                            : types.of(media.path("schema")).name();
                    results.put(Integer.valueOf(response.getKey()), type);
                });
        return results;
    }

    /** Returns the methods of an operation: one for each type of its body, and one without options. */
    String write(Operation operation) {
        JsonNode content = types.resolved(operation.json().path("requestBody")).path("content");
        if (content.isEmpty()) {
            return write(operation, operation.id(), null, null);
        }
        StringBuilder text = new StringBuilder();
        content.properties().forEach(media -> {
            String type = types.of(media.getValue().path("schema")).name();
            String name = media.getKey().contains("merge-patch") ? "Merge" + operation.id() : operation.id();
            text.append(write(operation, name, media.getKey(), type));
        });
        return text.toString();
    }

    private String write(
            Operation operation,
            String name,
            @org.jspecify.annotations.Nullable String mediaType,
            @org.jspecify.annotations.Nullable String bodyType) {
        List<String> declared = new ArrayList<>();
        List<String> passed = new ArrayList<>();
        operation.pathParameters().forEach(parameter -> {
            String identifier = Types.identifier(parameter.path("name").asText());
            declared.add("String " + identifier);
            passed.add(identifier);
        });
        if (bodyType != null) {
            declared.add(bodyType + " body");
            passed.add("body");
            if ("*/*".equals(mediaType)) {
                declared.add("String contentType");
                passed.add("contentType");
            }
        }
        String method = Types.identifier(name);
        String description = operation.json().path("summary").asText() + ".\n\n"
                + operation.json().path("description").asText();
        List<Component> options = operation.options(types);
        String head = "\n" + Types.javadoc("    ", description) + "    public Response<" + operation.result() + "> "
                + method + "(";
        StringBuilder text = new StringBuilder();
        if (!options.isEmpty() && options.stream().noneMatch(Component::required)) {
            text.append(head)
                    .append(String.join(", ", declared))
                    .append(") {\n        return ")
                    .append(method)
                    .append("(")
                    .append(Stream.concat(passed.stream(), Stream.of(operation.id() + "Options.none()"))
                            .collect(Collectors.joining(", ")))
                    .append(");\n    }\n");
        }
        if (!options.isEmpty()) {
            declared.add(operation.id() + "Options options");
        }
        text.append(head)
                .append(String.join(", ", declared))
                .append(") {\n        return transport.send(new Call(\"")
                .append(operation.method())
                .append("\", \"")
                .append(operation.path())
                .append("\")");
        for (JsonNode parameter : operation.pathParameters()) {
            String original = parameter.path("name").asText();
            text.append("\n                .path(\"")
                    .append(original)
                    .append("\", ")
                    .append(Types.identifier(original))
                    .append(")");
        }
        text.append(options(operation, options));
        if (bodyType != null) {
            text.append(body(mediaType, bodyType));
        }
        return text.append(",\n                ")
                .append(resultsText(operation))
                .append(");\n    }\n")
                .toString();
    }

    private static String options(Operation operation, List<Component> options) {
        return options.stream()
                .map(option -> {
                    boolean header = operation.parameters().stream()
                            .anyMatch(
                                    parameter -> parameter.path("name").asText().equals(option.name())
                                            && parameter.path("in").asText().equals("header"));
                    String method = option.name().equals("Idempotency-Key") ? "key" : header ? "header" : "query";
                    String name = method.equals("key") ? "" : "\"" + option.name() + "\", ";
                    return "\n                ." + method + "(" + name + "options." + option.identifier() + "())";
                })
                .collect(Collectors.joining());
    }

    private static String body(@org.jspecify.annotations.Nullable String mediaType, String bodyType) {
        return bodyType.equals("byte[]")
                ? "\n                .bytes(contentType, body)"
                : "\n                .json(\"" + mediaType + "\", body)";
    }

    private static String resultsText(Operation operation) {
        return operation.results().entrySet().stream()
                .map(entry -> entry.getKey() + ", " + entry.getValue() + ".class")
                .collect(Collectors.joining(", ", "Map.of(", ")"));
    }

    /** Returns the interfaces of results whose type depends on the status, with the records that implement them. */
    static Map<String, Set<String>> sealedResults(List<Operation> operations) {
        Map<String, Set<String>> results = new LinkedHashMap<>();
        operations.stream()
                .filter(operation -> operation.result().equals(operation.id() + "Result"))
                .forEach(operation -> results.put(
                        operation.result(),
                        operation.results().values().stream()
                                .filter(type -> !type.equals("Void"))
                                .collect(Collectors.toCollection(TreeSet::new))));
        return results;
    }
}
