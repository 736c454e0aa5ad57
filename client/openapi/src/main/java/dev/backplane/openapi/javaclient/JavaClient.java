package dev.backplane.openapi.javaclient;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.openapi.Bundle;
import dev.backplane.openapi.Descriptions;
import dev.backplane.openapi.javaclient.Operations.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes the generated part of the Java client: a record for each schema, and a class for each service. */
public final class JavaClient {

    private static final String PACKAGE_INFO = """
            /** Values that operations send and receive. */
            @org.jspecify.annotations.NullMarked
            package dev.backplane.client.model;
            """;

    private final ObjectNode bundle;
    private final Path folder;
    private final Types types;
    private final Records records;
    private final Operations operations;

    private JavaClient(ObjectNode bundle, Path folder) {
        this.bundle = bundle;
        this.folder = folder.resolve("dev/backplane/client");
        this.types = new Types(bundle);
        this.records = new Records(types);
        this.operations = new Operations(types);
    }

    /** Reads the descriptions in the first folder and writes Java files below the second one. */
    static void main(String[] arguments) {
        Map<String, ObjectNode> documents = Descriptions.read(Path.of(arguments[0]));
        JavaClient client = new JavaClient(Bundle.of(documents), Path.of(arguments[1]));
        client.writeModel(client.all(client.bundle));
        documents.forEach((service, document) -> client.writeService(service, client.all(document)));
    }

    private List<Operation> all(JsonNode document) {
        List<Operation> all = new ArrayList<>();
        document.path("paths")
                .fieldNames()
                .forEachRemaining(path ->
                        all.addAll(operations.of(path, bundle.path("paths").path(path))));
        return all;
    }

    private void writeModel(List<Operation> all) {
        Map<String, Set<String>> results = Operations.sealedResults(all);
        results.forEach((name, permitted) -> write(
                "model",
                name,
                Types.javadoc("", "The body of a response, which depends on the status.") + "public sealed interface "
                        + name + " permits " + String.join(", ", permitted) + " {}\n"));
        Set<String> requests = requests(all);
        bundle.at("/components/schemas").properties().stream()
                .filter(schema -> Types.isRecord(schema.getValue()))
                .forEach(schema -> {
                    Set<String> implemented = results.entrySet().stream()
                            .filter(result -> result.getValue().contains(schema.getKey()))
                            .map(Map.Entry::getKey)
                            .collect(Collectors.toCollection(TreeSet::new));
                    String name = schema.getKey();
                    write("model", name, records.write(name, schema.getValue(), requests.contains(name), implemented));
                });
        write("model", "package-info", "");
    }

    /** Returns the names of the schemas that requests contain. */
    private Set<String> requests(List<Operation> all) {
        Set<String> found = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>();
        all.forEach(operation -> open.addAll(records.contained(
                types.resolved(operation.json().path("requestBody")).path("content"))));
        while (!open.isEmpty()) {
            String name = open.pop();
            if (found.add(name)) {
                open.addAll(records.contained(bundle.at("/components/schemas/" + name)));
            }
        }
        return found;
    }

    private void writeService(String service, List<Operation> all) {
        String name = Character.toUpperCase(service.charAt(0)) + service.substring(1) + "Api";
        String methods = all.stream().map(operations::write).collect(Collectors.joining());
        write(
                "",
                name,
                "import dev.backplane.client.model.*;\n\n"
                        + Types.javadoc("", "The operations of the service " + service + ".")
                        + "@NullMarked\npublic final class " + name
                        + " {\n\n    private final Transport transport;\n\n    "
                        + name + "(Transport transport) {\n        this.transport = transport;\n    }\n" + methods
                        + "}\n");
        all.stream().filter(operation -> !operation.options(types).isEmpty()).forEach(operation -> {
            String options = operation.id() + "Options";
            String description = "Options of the operation " + operation.id() + ".";
            write("model", options, records.write(options, description, operation.options(types), List.of(), true));
        });
    }

    private void write(String subpackage, String name, String text) {
        Path file = folder.resolve(subpackage).resolve(name + ".java");
        String header = Records.header(subpackage.isEmpty() ? "" : "." + subpackage);
        String content = name.equals("package-info") ? PACKAGE_INFO : header + text;
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
