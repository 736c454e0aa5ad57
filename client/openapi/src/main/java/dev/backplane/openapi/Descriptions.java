package dev.backplane.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads the API descriptions of the services. */
public final class Descriptions {

    /** The name of the document that joins the others. */
    public static final String BUNDLE = "backplane.yaml";

    private Descriptions() {}

    /** Returns the descriptions in a folder, without the joined one, by the name of their service. */
    public static Map<String, ObjectNode> read(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            Map<String, ObjectNode> documents = new TreeMap<>();
            files.filter(file -> file.toString().endsWith(".yaml") && !file.endsWith(BUNDLE))
                    .forEach(file -> documents.put(file.getFileName().toString().replace(".yaml", ""), document(file)));
            return documents;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode document(Path file) {
        try {
            return (ObjectNode) new YAMLMapper().readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Calls the action with every object that has a {@code $ref}, except in examples. */
    static void forEachReference(JsonNode node, Consumer<ObjectNode> action) {
        if (node instanceof ObjectNode object && object.path("$ref").isTextual()) {
            action.accept(object);
        }
        node.propertyStream()
                .filter(member -> !member.getKey().equals("value"))
                .forEach(member -> forEachReference(member.getValue(), action));
        if (node.isArray()) {
            node.forEach(element -> forEachReference(element, action));
        }
    }
}
