package dev.backplane.local.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Writes templates for a test as JSON files, from YAML because it is easier to read. */
public record Assembly(Path folder) {

    /** Adds the template of one stack. */
    public Assembly stack(String name, String yaml) {
        try {
            JsonNode template = new YAMLMapper().readTree(yaml);
            new ObjectMapper()
                    .writeValue(folder.resolve(name + ".template.json").toFile(), template);
            return this;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
