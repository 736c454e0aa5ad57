package dev.backplane.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/events/events.yaml describes the events that services publish. */
class EventSchemasTest {

    private static final Path ROOT = Path.of("../..");
    private static final Path FILE = ROOT.resolve("docs/events/events.yaml");

    // A line of a table of the data model begins with the detail types.
    private static final Pattern ROW = Pattern.compile("^\\| ((?:`?[A-Z][A-Za-z]+`?(?:, )?)+) \\|", Pattern.MULTILINE);
    private static final Pattern SECTION = Pattern.compile("(?s)\n## Events\n(.*?)(?=\n## |\\z)");

    @Test
    void samples_conformToTheirSchema() throws IOException {
        JsonNode json = new YAMLMapper().readTree(FILE.toFile());
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(json.toString(), InputFormat.JSON);
        int checked = 0;
        try (Stream<Path> samples = Files.list(ROOT.resolve("events/bus"))) {
            for (Path sample : samples.toList()) {
                JsonNode event = new ObjectMapper().readTree(sample.toFile());
                if (event.path("source").asText().matches("backplane\\.[a-z]+")) {
                    assertThat(schema.validate(event.toString(), InputFormat.JSON))
                            .as(sample.toString())
                            .isEmpty();
                    checked++;
                }
            }
        }
        assertThat(checked).isPositive();
    }

    @Test
    void everyEventOfTheDataModel_hasASchema() throws IOException {
        JsonNode json = new YAMLMapper().readTree(FILE.toFile());
        Set<String> described = new TreeSet<>();
        json.path("$defs").fieldNames().forEachRemaining(described::add);
        described.removeAll(Set.of("Actor", "Time"));

        assertThat(described).isEqualTo(new TreeSet<>(documented()));
        assertThat(json.at("/properties/detail-type/enum").valueStream().map(JsonNode::asText))
                .containsExactlyInAnyOrderElementsOf(described);
    }

    private static List<String> documented() throws IOException {
        List<String> types = new ArrayList<>();
        try (Stream<Path> models = Files.list(ROOT.resolve("docs/data-model"))) {
            for (Path model : models.toList()) {
                SECTION.matcher(Files.readString(model))
                        .results()
                        .flatMap(section -> ROW.matcher(section.group(1)).results())
                        .flatMap(row -> Stream.of(row.group(1).replace("`", "").split(", ")))
                        .forEach(types::add);
            }
        }
        return types;
    }
}
