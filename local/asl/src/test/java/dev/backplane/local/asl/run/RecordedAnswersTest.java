package dev.backplane.local.asl.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.asl.DefinitionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the interpreter with recordings from AWS.
 *
 * <p>The recordings are not part of the project: they are read from the folder that the system property
 * {@code asl.conformance} names, or from {@code shared/asl-conformance} beside the project.
 */
class RecordedAnswersTest {

    private static final String FOLDER = "asl.conformance";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Excluded cases, by the prefix of their id. */
    private static final Map<String, String> EXPECTED_MISSES = Map.of(
            "test_base_cases[BASE_DIRECT_EXPR]", "assigns a variable in a JSONPath state, and JSONPath is refused",
            "test_variable_sampling[JSONPATH_ASSIGN_JSONATA_REF]",
                    "assigns a variable in a JSONPath state, and JSONPath is refused");

    @Test
    void run_answersAsAwsDid() throws IOException {
        Optional<Path> file = recordings();
        assumeTrue(file.isPresent(), "the recordings are not here: -D" + FOLDER + "=FOLDER names where they are");
        JsonNode cases = JSON.readTree(file.get().toFile());

        List<String> misses = new ArrayList<>();
        for (JsonNode recorded : cases) {
            difference(recorded)
                    .map(difference -> recorded.path("id").asText() + ": " + difference)
                    .ifPresent(misses::add);
        }

        assertThat(cases).hasSizeGreaterThanOrEqualTo(64);
        assertThat(misses)
                .allSatisfy(miss -> assertThat(EXPECTED_MISSES.keySet()).anyMatch(miss::startsWith));
        assertThat(misses).hasSameSizeAs(EXPECTED_MISSES.entrySet());
    }

    private static Optional<Path> recordings() {
        String named = System.getProperty(FOLDER);
        if (named != null) {
            Path file = Path.of(named, "jsonata.json");
            return Files.exists(file) ? Optional.of(file) : fail("there is no " + file);
        }
        return Stream.iterate(
                        Optional.ofNullable(Path.of("").toAbsolutePath()),
                        Optional::isPresent,
                        folder -> folder.map(Path::getParent))
                .flatMap(Optional::stream)
                .map(folder -> folder.resolve("shared/asl-conformance/jsonata.json"))
                .filter(Files::exists)
                .findFirst();
    }

    private static Optional<String> difference(JsonNode recorded) throws IOException {
        JsonNode expected = recorded.path("expect");
        try {
            JsonNode output = new Machines().run(recorded.path("definition"), recorded.path("input"));
            return expected.path("status").asText().equals("SUCCEEDED") && equal(data(expected.path("output")), output)
                    ? Optional.empty()
                    : Optional.of("succeeded with " + output);
        } catch (StatesException failure) {
            boolean same = expected.path("status").asText().equals("FAILED")
                    && failure.error()
                            .equals(Optional.ofNullable(expected.path("error").textValue()))
                    && failure.cause()
                            .equals(Optional.ofNullable(expected.path("cause").textValue()));
            return same ? Optional.empty() : Optional.of("failed with " + failure.getMessage());
        } catch (DefinitionException refused) {
            return Optional.of("is refused: " + refused.getMessage());
        }
    }

    /** Objects are recorded as JSON, everything else as JSON in a string. */
    private static JsonNode data(JsonNode recorded) throws IOException {
        return recorded.isTextual() ? JSON.readTree(recorded.textValue()) : recorded;
    }

    /** Compares values; masked values equal anything. */
    private static boolean equal(JsonNode expected, JsonNode actual) {
        if (expected.isTextual() && expected.textValue().matches("<.*>|date")) {
            return true;
        }
        if (expected.isNumber() && actual.isNumber()) {
            return expected.decimalValue().compareTo(actual.decimalValue()) == 0;
        }
        if (!expected.isContainerNode() || !actual.isContainerNode() || expected.size() != actual.size()) {
            return expected.equals(actual);
        }
        if (expected.isArray()) {
            return Stream.iterate(0, i -> i < expected.size(), i -> i + 1)
                    .allMatch(i -> equal(expected.path(i), actual.path(i)));
        }
        return expected.propertyStream()
                .allMatch(member -> equal(
                        member.getValue(),
                        Optional.ofNullable(actual.get(member.getKey()))
                                .orElse(JsonNodeFactory.instance.missingNode())));
    }
}
