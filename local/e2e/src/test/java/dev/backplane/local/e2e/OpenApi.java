package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The API descriptions of all services, and the check that responses conform to them. */
final class OpenApi {

    private static final String IRI = "https://backplane.invalid/openapi/";

    /** Stricter than the descriptions, as clients in some languages fail to read a time that has a pattern. */
    private static final String TIME = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$";

    /** The description of one service. */
    private record Document(String iri, JsonNode json) {

        JsonNode at(String pointer) {
            return json.at(pointer);
        }
    }

    private record Entry(
            Document document, String method, Pattern path, int literals, String pointer, JsonNode operation) {}

    private final SchemaRegistry registry;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    private OpenApi(List<Document> documents) {
        Map<String, String> texts = new HashMap<>();
        documents.forEach(document -> texts.put(document.iri(), document.json().toString()));
        this.registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(texts));
        documents.forEach(this::addEntries);
        entries.sort(Comparator.comparingInt(Entry::literals).reversed());
    }

    private void addEntries(Document document) {
        document.at("/paths")
                .properties()
                .forEach(path -> path.getValue().properties().stream()
                        .filter(operation -> operation.getValue().has("responses"))
                        .forEach(operation ->
                                entries.add(entry(document, path.getKey(), operation.getKey(), operation.getValue()))));
    }

    /** Reads the descriptions of all services. */
    static OpenApi read() {
        try (Stream<Path> files = Files.list(Suite.ROOT.resolve("docs/openapi"))) {
            return new OpenApi(files.filter(file -> !file.endsWith("backplane.yaml"))
                    .sorted()
                    .map(OpenApi::document)
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Document document(Path file) {
        try {
            JsonNode json = new YAMLMapper().readTree(file.toFile());
            ((ObjectNode) json.at("/components/schemas/Time")).put("pattern", TIME);
            return new Document(IRI + file.getFileName(), json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Entry entry(Document document, String path, String method, JsonNode operation) {
        String route = operation.path("x-route-key").asText();
        String template = route.substring(route.indexOf(' ') + 1);
        String regex = Pattern.compile("\\{[A-Za-z]+\\+}").matcher(template).replaceAll("(.+)");
        regex = Pattern.compile("\\{[A-Za-z]+}").matcher(regex).replaceAll("([^/]+)");
        int literals = template.replaceAll("\\{[^}]*}", "").length() - (template.contains("+}") ? 1 : 0);
        return new Entry(
                document,
                method.toUpperCase(Locale.ROOT),
                Pattern.compile(regex),
                literals,
                "/paths/" + path.replace("~", "~0").replace("/", "~1") + "/" + method,
                operation);
    }

    /** Returns the route keys of all operations. */
    Set<String> routeKeys() {
        Set<String> keys = new TreeSet<>();
        entries.forEach(entry -> keys.add(entry.operation().path("x-route-key").asText()));
        return keys;
    }

    /** Returns the references that lead nowhere, after the address of their document. */
    List<String> danglingReferences() {
        return entries.stream()
                .map(Entry::document)
                .distinct()
                .flatMap(document -> document.json().findValuesAsText("$ref").stream()
                        .filter(reference -> document.at(reference.substring(1)).isMissingNode())
                        .map(reference -> document.iri() + reference))
                .toList();
    }

    /** Returns method, path and scopes of every operation. */
    List<Described> operations() {
        return entries.stream()
                .map(entry -> new Described(
                        entry.method(),
                        entry.operation()
                                .path("x-route-key")
                                .asText()
                                .substring(entry.method().length() + 1),
                        scopes(entry.operation())))
                .toList();
    }

    /** Returns the scopes of an operation; each alternative has one scope. */
    private static List<String> scopes(JsonNode operation) {
        return operation
                .path("security")
                .valueStream()
                .map(alternative -> alternative.elements().next().get(0).asText())
                .toList();
    }

    /**
     * An operation of the description.
     *
     * @param scopes the scopes, any of which is sufficient
     */
    record Described(String method, String path, List<String> scopes) {}

    /** Returns "method path status" of all responses checked so far. */
    Set<String> seen() {
        return Set.copyOf(seen);
    }

    /** Fails unless the response conforms to the description. */
    void check(String method, String path, Api.Answer answer) {
        Entry entry = entries.stream()
                .filter(candidate -> candidate.method().equals(method))
                .filter(candidate -> candidate.path().matcher(path).matches())
                .findFirst()
                .orElse(null);
        if (entry == null) {
            assertThat(answer.status())
                    .as("%s %s is no operation in docs/openapi", method, path)
                    .isEqualTo(404);
            return;
        }
        String what = "%s %s answered %d %s".formatted(method, path, answer.status(), answer.text());
        Document document = entry.document();
        String pointer = entry.pointer() + "/responses/" + answer.status();
        JsonNode response = document.at(pointer);
        assertThat(response.isMissingNode())
                .as(what + ", which docs/openapi does not describe")
                .isFalse();
        if (response.has("$ref")) {
            pointer = response.path("$ref").asText().substring(1);
            response = document.at(pointer);
        }
        seen.add(method + " " + entry.operation().path("x-route-key").asText() + " " + answer.status());
        checkHeaders(document, response, answer, what);
        checkBody(document.iri() + "#" + pointer, response, answer, what);
    }

    private static void checkHeaders(Document document, JsonNode response, Api.Answer answer, String what) {
        response.path("headers").properties().forEach(header -> {
            JsonNode declared = header.getValue().has("$ref")
                    ? document.at(header.getValue().path("$ref").asText().substring(1))
                    : header.getValue();
            if (declared.path("required").asBoolean()) {
                assertThat(answer.header(header.getKey()))
                        .as(what + ", header " + header.getKey())
                        .isPresent();
            }
        });
    }

    private void checkBody(String location, JsonNode response, Api.Answer answer, String what) {
        if (!response.has("content")) {
            assertThat(answer.text()).as(what).isEmpty();
            return;
        }
        String type = answer.header("content-type").orElse("none").replaceAll(";.*", "");
        String range = response.path("content").has(type) ? type : "*/*";
        assertThat(response.path("content").has(range))
                .as(what + ", content type " + type)
                .isTrue();
        String schema = location + "/content/" + range.replace("/", "~1") + "/schema";
        String body = range.endsWith("json") ? answer.text() : new TextNode(answer.text()).toString();
        List<Error> errors = schemas.computeIfAbsent(schema, iri -> registry.getSchema(SchemaLocation.of(iri)))
                .validate(body, InputFormat.JSON);
        assertThat(errors).as(what).isEmpty();
    }
}
