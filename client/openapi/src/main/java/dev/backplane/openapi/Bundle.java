package dev.backplane.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator.Feature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The API descriptions of all services as one document, from which clients are generated.
 *
 * <p>A component that several services describe alike occurs once. If their descriptions differ, each gets the name of
 * its service as a prefix.
 */
public final class Bundle {

    private static final List<String> SECTIONS = List.of("parameters", "headers", "responses", "examples", "schemas");
    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .enable(Feature.MINIMIZE_QUOTES, Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .enable(Feature.LITERAL_BLOCK_STYLE, Feature.INDENT_ARRAYS_WITH_INDICATOR)
            .disable(Feature.WRITE_DOC_START_MARKER, Feature.SPLIT_LINES)
            .build();

    private static final String INTRODUCTION = """
            All services of a stage behind one address. This document is made from those of the services.

            **Errors** are problem details as defined in RFC 9457; match on `code`, which is stable. A response without
            a `code`, of the form `{"message": "..."}`, comes from API Gateway: the request did not reach the service,
            or the service did not respond. Every 503 with a `code` has `Retry-After`.

            **Lists** have `items` and `next`, the cursor of the next page, which is null on the last page.

            **Times** are in UTC with exactly three fractional digits.

            **Tokens.** Every operation requires a JWT in `Authorization: Bearer` with one of the scopes that it names.

            """;

    private final Map<String, ObjectNode> documents;

    /** The components that differ between services, as "section/name". */
    private final Set<String> different = new HashSet<>();

    private final ObjectNode result = MAPPER.createObjectNode();

    private Bundle(Map<String, ObjectNode> documents) {
        this.documents = documents;
    }

    /** Joins the descriptions, by the name of their service. */
    public static ObjectNode of(Map<String, ObjectNode> documents) {
        return new Bundle(documents).join();
    }

    /** Returns the text of the file. */
    public static String text(ObjectNode bundle) {
        try {
            return MAPPER.writeValueAsString(bundle);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ObjectNode join() {
        findDifferences();
        ObjectNode first = documents.values().iterator().next();
        result.set("openapi", first.get("openapi"));
        result.set("jsonSchemaDialect", first.get("jsonSchemaDialect"));
        result.set("info", info(first));
        result.set("servers", first.get("servers"));
        result.putArray("tags");
        result.putArray("x-tagGroups");
        result.putObject("paths");
        ObjectNode components = result.putObject("components");
        components.set("securitySchemes", securitySchemes());
        SECTIONS.forEach(components::putObject);
        documents.forEach(this::add);
        return result;
    }

    private JsonNode info(ObjectNode first) {
        ObjectNode info = first.get("info").deepCopy();
        info.put("title", "Backplane").put("summary", "The services of Backplane as one API.");
        String services = documents.values().stream()
                .map(document -> "- **" + title(document) + "**: "
                        + document.at("/info/summary").asText() + "\n")
                .collect(Collectors.joining());
        return info.put("description", INTRODUCTION + services);
    }

    private JsonNode securitySchemes() {
        ObjectNode schemes = documents
                .values()
                .iterator()
                .next()
                .at("/components/securitySchemes")
                .deepCopy();
        ObjectNode scopes = (ObjectNode) schemes.at("/tokens/flows/clientCredentials/scopes");
        documents
                .values()
                .forEach(document -> scopes.setAll(
                        (ObjectNode) document.at("/components/securitySchemes/tokens/flows/clientCredentials/scopes")));
        return schemes;
    }

    /** Finds the components that differ, and then those that are alike but refer to different ones. */
    private void findDifferences() {
        int before;
        do {
            before = different.size();
            Map<String, JsonNode> known = new HashMap<>();
            documents.forEach((service, document) -> SECTIONS.forEach(section -> document.path("components")
                    .path(section)
                    .properties()
                    .forEach(component -> {
                        String key = section + "/" + component.getKey();
                        JsonNode renamed = renamed(service, component.getValue());
                        if (!renamed.equals(known.computeIfAbsent(key, _ -> renamed))) {
                            different.add(key);
                        }
                    })));
        } while (different.size() > before);
    }

    private void add(String service, ObjectNode document) {
        ObjectNode group = ((ArrayNode) result.get("x-tagGroups")).addObject();
        group.put("name", title(document));
        ArrayNode names = group.putArray("tags");
        document.path("tags").forEach(tag -> {
            ((ArrayNode) result.get("tags")).add(tag);
            names.add(tag.path("name").asText());
        });
        document.path("paths").properties().forEach(path -> {
            JsonNode operations = renamed(service, path.getValue());
            operations.forEach(operation -> {
                if (operation instanceof ObjectNode object) {
                    object.remove(List.of("x-operation", "x-route-key"));
                }
            });
            put((ObjectNode) result.get("paths"), path.getKey(), operations);
        });
        for (String section : SECTIONS) {
            ObjectNode target = (ObjectNode) result.path("components").path(section);
            document.path("components").path(section).properties().forEach(component -> {
                String name = name(service, section, component.getKey());
                put(target, name, renamed(service, component.getValue()));
            });
        }
    }

    private static String title(ObjectNode document) {
        String title = document.at("/info/title").asText().replace("Backplane ", "");
        return Character.toUpperCase(title.charAt(0)) + title.substring(1);
    }

    private static void put(ObjectNode target, String name, JsonNode value) {
        JsonNode present = target.replace(name, value);
        if (present != null && !present.equals(value)) {
            throw new IllegalArgumentException("Two descriptions have different " + name);
        }
    }

    /** Returns a copy with the references of the joined document. */
    private JsonNode renamed(String service, JsonNode node) {
        JsonNode copy = node.deepCopy();
        Descriptions.forEachReference(copy, reference -> {
            String[] parts = reference.get("$ref").asText().split("/");
            reference.put("$ref", "#/components/" + parts[2] + "/" + name(service, parts[2], parts[3]));
        });
        return copy;
    }

    private String name(String service, String section, String name) {
        if (!different.contains(section + "/" + name)) {
            return name;
        }
        return Character.toUpperCase(service.charAt(0)) + service.substring(1) + name;
    }
}
