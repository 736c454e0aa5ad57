package dev.backplane.openapi.javaclient;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.openapi.javaclient.Types.JavaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Writes records: those of schemas, and those of the options of operations. */
final class Records {

    private final Types types;

    /**
     * A component of a record.
     *
     * @param name the name in JSON, a query or a header
     * @param required whether a caller must set it
     */
    record Component(String name, JavaType type, boolean required, String description) {

        String identifier() {
            return Types.identifier(name);
        }

        String declaration() {
            boolean mayBeNull = !required || type.nullable();
            String declared = required && !type.nullable() ? primitive(type.name()) : type.name();
            return (mayBeNull ? "@Nullable " : "") + declared + " " + identifier();
        }

        /** Returns the declaration as an argument of a method, which is never null. */
        String argument() {
            return (required && type.nullable() ? "@Nullable " + type.name() : primitive(type.name())) + " "
                    + identifier();
        }

        private static String primitive(String name) {
            return switch (name) {
                case "Integer" -> "int";
                case "Long" -> "long";
                case "Boolean" -> "boolean";
                default -> name;
            };
        }
    }

    Records(Types types) {
        this.types = types;
    }

    List<Component> components(JsonNode schema) {
        Set<String> required = new TreeSet<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        return schema.path("properties").properties().stream()
                .map(property -> new Component(
                        property.getKey(),
                        types.of(property.getValue()),
                        required.contains(property.getKey()),
                        property.getValue().path("description").asText()))
                .toList();
    }

    /** Returns the text of a record for a schema. */
    String write(String name, JsonNode schema, boolean request, Set<String> results) {
        List<Component> components = components(schema);
        List<String> interfaces = new ArrayList<>(results);
        components.stream()
                .filter(component -> component.name().equals("items")
                        && types.of(schema.path("properties").path("next")).equals(new JavaType("String", true)))
                .map(component -> component.type().name().replaceFirst("List<(.*)>", "$1"))
                .forEach(item -> interfaces.add("dev.backplane.client.Page<" + item + ">"));
        String description = schema.path("description").asText(name + ".");
        return write(name, description, components, interfaces, request);
    }

    String write(
            String name, String description, List<Component> components, List<String> interfaces, boolean withers) {
        String parameters = components.stream()
                .filter(component -> !component.description().isBlank())
                .map(component -> "@param " + component.identifier() + " "
                        + component.description().strip())
                .collect(Collectors.joining("\n"));
        String declared = components.stream()
                .map(component -> "        " + annotation(component) + component.declaration())
                .collect(Collectors.joining(",\n"));
        StringBuilder text = new StringBuilder(Types.javadoc(
                "",
                description + (parameters.isEmpty() ? "" : "\n\n" + parameters).replaceFirst("<p>@param", "@param")));
        text.append("public record ")
                .append(name)
                .append("(\n")
                .append(declared)
                .append(")");
        if (!interfaces.isEmpty()) {
            text.append("\n        implements ").append(String.join(", ", interfaces));
        }
        text.append(" {\n");
        if (withers) {
            text.append(creator(name, components));
            components.stream()
                    .filter(component -> !component.required())
                    .forEach(component -> text.append(wither(name, components, component)));
        }
        return text.append("}\n").toString().replace("<p>@param", "@param");
    }

    /** Absent members are not sent, unless the member is required and null means something. */
    private static String annotation(Component component) {
        String property =
                component.identifier().equals(component.name()) ? "" : "@JsonProperty(\"" + component.name() + "\") ";
        return component.required() && component.type().nullable()
                ? property + "@JsonInclude(JsonInclude.Include.ALWAYS) "
                : property;
    }

    private static String creator(String name, List<Component> components) {
        List<Component> required =
                components.stream().filter(Component::required).toList();
        String arguments = required.stream().map(Component::argument).collect(Collectors.joining(", "));
        String values = components.stream()
                .map(component -> component.required() ? component.identifier() : "null")
                .collect(Collectors.joining(", "));
        String method = required.isEmpty() ? "none" : "of";
        return "\n    /** Returns one with the required values only. */\n    public static " + name + " " + method + "("
                + arguments + ") {\n        return new " + name + "(" + values + ");\n    }\n";
    }

    private static String wither(String name, List<Component> components, Component changed) {
        String identifier = changed.identifier();
        String method = "with" + Character.toUpperCase(identifier.charAt(0)) + identifier.substring(1);
        String values = components.stream().map(Component::identifier).collect(Collectors.joining(", "));
        return "\n    /** Returns a copy with this value. */\n    public " + name + " " + method + "("
                + changed.argument() + ") {\n        return new " + name + "(" + values + ");\n    }\n";
    }

    /** Returns the header of a file. */
    static String header(String subpackage) {
        return """
                // Generated from docs/openapi/backplane.yaml.

                package dev.backplane.client%s;

                import com.fasterxml.jackson.annotation.JsonInclude;
                import com.fasterxml.jackson.annotation.JsonProperty;
                import com.fasterxml.jackson.databind.JsonNode;
                import java.math.BigDecimal;
                import java.time.Instant;
                import java.util.List;
                import java.util.Map;
                import org.jspecify.annotations.NullMarked;
                import org.jspecify.annotations.Nullable;

                """.formatted(subpackage);
    }

    /** Returns the names of the schemas that a schema contains. */
    Set<String> contained(JsonNode schema) {
        Set<String> names = new TreeSet<>();
        StreamSupport.stream(schema.findValues("$ref").spliterator(), false)
                .map(reference ->
                        reference.asText().substring(reference.asText().lastIndexOf('/') + 1))
                .forEach(names::add);
        return names;
    }
}
