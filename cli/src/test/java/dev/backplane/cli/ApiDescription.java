package dev.backplane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** An operation in the API descriptions in docs/openapi. */
record ApiDescription(JsonNode document, JsonNode shared, JsonNode operation) {

    private static final Path FOLDER = Path.of("../docs/openapi");
    private static final List<JsonNode> DOCUMENTS = documents();

    private static List<JsonNode> documents() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> !file.endsWith("backplane.yaml"))
                    .map(ApiDescription::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode read(Path file) {
        try {
            return new YAMLMapper().readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the operation that a request is for; paths with literal segments have priority. */
    static Optional<ApiDescription> of(String method, String path) {
        return DOCUMENTS.stream()
                .flatMap(document -> document.path("paths")
                        .propertyStream()
                        .filter(entry -> path.matches(entry.getKey().replaceAll("\\{\\w+}", "[^/]+")))
                        .filter(entry -> entry.getValue().has(method.toLowerCase(java.util.Locale.ROOT)))
                        .sorted((a, b) -> Integer.compare(places(a.getKey()), places(b.getKey())))
                        .map(entry -> new ApiDescription(
                                document,
                                entry.getValue().path("parameters"),
                                entry.getValue().path(method.toLowerCase(java.util.Locale.ROOT)))))
                .findFirst();
    }

    private static int places(String path) {
        return path.split("\\{").length;
    }

    /** Returns the names of query parameters and headers. */
    Set<String> parameters() {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        Stream.of(shared, operation.path("parameters"))
                .flatMap(list -> StreamSupport.stream(list.spliterator(), false))
                .map(this::resolved)
                .forEach(parameter -> names.add(parameter.path("name").asText()));
        return names;
    }

    JsonNode requestSchema() {
        return resolved(operation.path("requestBody")).at("/content/application~1json/schema");
    }

    private JsonNode response() {
        return operation
                .path("responses")
                .propertyStream()
                .filter(entry -> entry.getKey().startsWith("2"))
                .map(entry -> resolved(entry.getValue()))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    /** Returns whether a successful response has no body. */
    boolean silent() {
        return !response().has("content");
    }

    /** Returns an example of a successful response. */
    JsonNode example() {
        JsonNode content = response().at("/content/application~1json");
        JsonNode examples = content.path("examples");
        if (!examples.isEmpty()) {
            return resolved(examples.iterator().next()).path("value");
        }
        return content.has("example") ? content.path("example") : sample(content.path("schema"), 0);
    }

    /** Returns a value that a schema describes, from its examples and types. */
    private JsonNode sample(JsonNode unresolved, int depth) {
        JsonNode schema = resolved(unresolved);
        if (schema.has("example") || schema.has("const")) {
            return schema.has("example") ? schema.get("example") : schema.get("const");
        }
        var nodes = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance;
        Set<String> members = properties(schema);
        if (!members.isEmpty() && depth < 4) {
            var object = nodes.objectNode();
            members.forEach(member -> object.set(member, sample(property(schema, member), depth + 1)));
            return object;
        }
        return switch (schema.path("type").asText()) {
            case "array" -> nodes.arrayNode().add(sample(schema.path("items"), depth + 1));
            case "integer", "number" -> nodes.numberNode(7);
            case "boolean" -> nodes.booleanNode(true);
            case "null" -> NullNode.getInstance();
            default -> nodes.textNode("text");
        };
    }

    /** Returns the names of the members of an item of the response. */
    Set<String> itemMembers() {
        JsonNode items = property(response().at("/content/application~1json/schema"), "items");
        return properties(resolved(items).path("items"));
    }

    private JsonNode property(JsonNode unresolved, String name) {
        JsonNode schema = resolved(unresolved);
        if (schema.path("properties").has(name)) {
            return schema.path("properties").get(name);
        }
        return StreamSupport.stream(schema.path("allOf").spliterator(), false)
                .map(part -> property(part, name))
                .filter(part -> !part.isMissingNode())
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    /** Returns the names of the members that a schema describes. */
    Set<String> properties(JsonNode unresolved) {
        JsonNode schema = resolved(unresolved);
        Set<String> names = new TreeSet<>();
        schema.path("properties").fieldNames().forEachRemaining(names::add);
        schema.path("allOf").forEach(part -> names.addAll(properties(part)));
        return names;
    }

    /** Returns the names of the members that a schema requires. */
    Set<String> required(JsonNode unresolved) {
        JsonNode schema = resolved(unresolved);
        Set<String> names = new TreeSet<>();
        schema.path("required").forEach(name -> names.add(name.asText()));
        schema.path("allOf").forEach(part -> names.addAll(required(part)));
        return names;
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? resolved(document.at(node.get("$ref").asText().substring(1))) : node;
    }
}
