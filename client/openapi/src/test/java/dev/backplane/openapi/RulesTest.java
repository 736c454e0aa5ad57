package dev.backplane.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Rules that keep generated clients usable. */
class RulesTest {

    private static final Map<String, ObjectNode> DOCUMENTS = Descriptions.read(Path.of("../../docs/openapi"));

    private final List<String> violations = new ArrayList<>();

    @Test
    void references_standAlone() {
        forEach((place, node) -> {
            if (node.has("$ref") && node.size() > 1) {
                violations.add(place + " has members beside $ref; use allOf");
            }
        });
        assertThat(violations).isEmpty();
    }

    @Test
    void bodies_haveNamedSchemas() {
        forEach((place, node) -> node.path("content").properties().forEach(content -> {
            boolean binary = content.getValue().at("/schema/format").asText().equals("binary");
            if (!content.getValue().at("/schema").has("$ref") && !binary) {
                violations.add(place + " " + content.getKey() + " has no named schema");
            }
        }));
        assertThat(violations).isEmpty();
    }

    @Test
    void objects_areNamed() {
        DOCUMENTS.forEach((service, document) -> document.at("/components/schemas")
                .properties()
                .forEach(schema -> checkMembers(service + " " + schema.getKey(), schema.getValue())));
        assertThat(violations).isEmpty();
    }

    private void checkMembers(String place, JsonNode schema) {
        List<JsonNode> parts =
                new ArrayList<>(schema.path("properties").valueStream().toList());
        parts.add(schema.path("items"));
        parts.add(schema.path("additionalProperties"));
        parts.forEach(part -> {
            if (part.has("properties")) {
                violations.add(place + " has an object without a name");
            }
            if (!part.isEmpty()) {
                checkMembers(place, part);
            }
        });
    }

    /** Generators take a member with a default for a required one. */
    @Test
    void members_haveTheirDefaultInWords() {
        DOCUMENTS.forEach((service, document) -> document.at("/components/schemas")
                .properties()
                .forEach(schema -> walk(service + " " + schema.getKey(), schema.getValue(), (place, node) -> {
                    if (node.has("default")) {
                        violations.add(place);
                    }
                })));
        assertThat(violations).isEmpty();
    }

    @Test
    void times_haveOneForm() {
        forEach((place, node) -> {
            if (node.path("format").asText().equals("date-time") && node.has("pattern")) {
                violations.add(place + " has a pattern; some clients cannot read it");
            }
        });
        assertThat(violations).isEmpty();
    }

    @Test
    void constants_haveAType() {
        forEach((place, node) -> {
            if ((node.path("enum").isArray() || node.path("const").isValueNode()) && !node.has("type")) {
                violations.add(place);
            }
        });
        assertThat(violations).isEmpty();
    }

    @Test
    void operations_areDescribed() {
        forEach((place, node) -> {
            if (node.has("operationId") && !(node.has("summary") && node.has("description"))) {
                violations.add(place);
            }
        });
        assertThat(violations).isEmpty();
    }

    /** Otherwise a client does not know what a call returns. */
    @Test
    void operations_haveOneBodyOfSuccess() {
        JsonNode bundle = Bundle.of(DOCUMENTS);
        walk("", bundle.path("paths"), (place, node) -> {
            if (node.has("operationId")) {
                JsonNode success = resolved(bundle, node.path("responses").path("200"));
                if (resolved(bundle, success.at("/content/application~1json/schema"))
                        .has("oneOf")) {
                    violations.add(place);
                }
            }
        });
        assertThat(violations).isEmpty();
    }

    @Test
    void schemas_areUsed() {
        DOCUMENTS.forEach((service, document) -> {
            Set<String> used = new HashSet<>();
            Descriptions.forEachReference(
                    document, reference -> used.add(reference.path("$ref").asText()));
            document.path("components").properties().stream()
                    .filter(section -> !section.getKey().equals("securitySchemes"))
                    .forEach(section -> section.getValue().fieldNames().forEachRemaining(name -> {
                        if (!used.contains("#/components/" + section.getKey() + "/" + name)) {
                            violations.add(service + " " + section.getKey() + " " + name);
                        }
                    }));
        });
        assertThat(violations).isEmpty();
    }

    private static JsonNode resolved(JsonNode document, JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
    }

    private static void forEach(BiConsumer<String, JsonNode> check) {
        DOCUMENTS.forEach((service, document) -> walk(service, document, check));
    }

    private static void walk(String place, JsonNode node, BiConsumer<String, JsonNode> check) {
        if (node.isObject()) {
            check.accept(place, node);
        }
        node.properties().stream()
                .filter(member -> !Set.of("value", "example", "examples").contains(member.getKey()))
                .forEach(member -> walk(place + "/" + member.getKey(), member.getValue(), check));
        if (node.isArray()) {
            node.forEach(element -> walk(place, element, check));
        }
    }
}
