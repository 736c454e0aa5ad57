package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A synthesized template. */
record TemplateFile(String stack, ObjectNode template) {

    private static final String SUFFIX = ".template.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns the templates of a cloud assembly, ordered by name. */
    static List<TemplateFile> readAll(Path assembly) {
        try (Stream<Path> files = Files.list(assembly)) {
            List<TemplateFile> templates = files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .map(TemplateFile::read)
                    .toList();
            if (templates.isEmpty()) {
                throw new TemplateException(List.of("no *" + SUFFIX + " in " + assembly));
            }
            return templates;
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read the templates in " + assembly, failure);
        }
    }

    private static TemplateFile read(Path file) {
        try {
            String name = file.getFileName().toString();
            ObjectNode template = JSON.readValue(file.toFile(), ObjectNode.class);
            return new TemplateFile(name.substring(0, name.length() - SUFFIX.length()), template);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read the template " + file, failure);
        }
    }

    JsonNode resource(String logicalId) {
        return template.path("Resources").path(logicalId);
    }

    JsonNode parameter(String name) {
        return template.path("Parameters").path(name);
    }

    /** Returns a location in this template. */
    TemplateLocation at(String logicalId, String type) {
        return new TemplateLocation(this, stack + "/" + logicalId + " (" + type + ")");
    }
}
