package dev.backplane.openapi.javaclient;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** The Java types of schemas. */
final class Types {

    /** The longest name of an int; larger numbers may come without a limit in their schema. */
    private static final long LARGEST_INT = 1_000_000;

    private final JsonNode bundle;

    /**
     * A type in Java.
     *
     * @param name the name, boxed
     * @param nullable whether a value may be null
     */
    record JavaType(String name, boolean nullable) {}

    Types(JsonNode bundle) {
        this.bundle = bundle;
    }

    JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? bundle.at(node.get("$ref").asText().substring(1)) : node;
    }

    /** Returns whether a schema becomes a record; the restrictions of problems to codes do not. */
    static boolean isRecord(JsonNode schema) {
        return schema.has("properties") && !schema.has("allOf");
    }

    JavaType of(JsonNode schema) {
        if (schema.has("$ref")) {
            JsonNode target = resolved(schema);
            String name = schema.get("$ref").asText();
            return isRecord(target) ? new JavaType(name.substring(name.lastIndexOf('/') + 1), false) : of(target);
        }
        if (schema.path("allOf").size() == 1) {
            return of(schema.path("allOf").get(0));
        }
        if (schema.has("oneOf") || schema.has("anyOf")) {
            return ofAlternatives(schema.has("oneOf") ? schema.get("oneOf") : schema.get("anyOf"));
        }
        if (schema.path("type").isArray()) {
            List<String> types = StreamSupport.stream(schema.path("type").spliterator(), false)
                    .map(JsonNode::asText)
                    .toList();
            List<String> others =
                    types.stream().filter(type -> !type.equals("null")).toList();
            String name = others.size() == 1 ? simple(others.getFirst(), schema) : "JsonNode";
            return new JavaType(name, types.contains("null"));
        }
        return new JavaType(simple(schema.path("type").asText("any"), schema), false);
    }

    private JavaType ofAlternatives(JsonNode alternatives) {
        List<JsonNode> others = StreamSupport.stream(alternatives.spliterator(), false)
                .filter(alternative -> !alternative.path("type").asText().equals("null"))
                .toList();
        String name = others.size() == 1 ? of(others.getFirst()).name() : "JsonNode";
        return new JavaType(name, others.size() < alternatives.size());
    }

    private String simple(String type, JsonNode schema) {
        return switch (type) {
            case "string" ->
                switch (schema.path("format").asText()) {
                    case "date-time" -> "Instant";
                    case "binary" -> "byte[]";
                    default -> "String";
                };
            case "integer" -> schema.path("maximum").asLong(Long.MAX_VALUE) <= LARGEST_INT ? "Integer" : "Long";
            case "number" -> "BigDecimal";
            case "boolean" -> "Boolean";
            case "array" -> "List<" + of(schema.path("items")).name() + ">";
            case "object" -> {
                JsonNode values = schema.path("additionalProperties");
                yield values.isObject() ? "Map<String, " + of(values).name() + ">" : "JsonNode";
            }
            default -> "JsonNode";
        };
    }

    /** Returns a name as an identifier. */
    static String identifier(String name) {
        StringBuilder identifier = new StringBuilder();
        for (String part : name.split("-")) {
            char first = identifier.isEmpty() ? lower(part.charAt(0)) : Character.toUpperCase(part.charAt(0));
            identifier.append(first).append(part.substring(1));
        }
        return Map.of("package", "packageName").getOrDefault(identifier.toString(), identifier.toString());
    }

    private static char lower(char letter) {
        return Character.toLowerCase(letter);
    }

    /** Returns a comment for a declaration. */
    static String javadoc(String indent, String description) {
        String text = description
                .strip()
                .replaceAll("`([^`]*)`", "{@code $1}")
                .replace("*/", "*&#47;")
                .replaceAll("&(?![a-z#])", "&amp;")
                .replace("<", "&lt;")
                .replace("\n\n", "\n\n<p>")
                .replace("\n", "\n" + indent + " * ");
        return indent + "/**\n" + indent + " * " + text + "\n" + indent + " */\n";
    }
}
