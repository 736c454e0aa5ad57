package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.backplane.cli.StubSuite.Request;
import dev.backplane.cli.api.Operation;
import dev.backplane.cli.api.Operations;
import dev.backplane.cli.output.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command that is one call of an API, against the API descriptions. */
class OperationsTest {

    private final StubSuite suite = new StubSuite();
    private final Run.Setup setup = Run.Setup.at(suite.address());

    static List<Operation> operations() {
        return Operations.ALL;
    }

    static Stream<Operation> lists() {
        return Operations.ALL.stream().filter(Operation::paged);
    }

    @AfterEach
    void stop() {
        suite.close();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void example_isACallThatTheApiDescribes(Operation operation) {
        Run run = setup.run(example(operation));

        assertThat(run.exit()).as(run.err()).isZero();
        Request request = suite.requests().getFirst();
        ApiDescription described = described(request);
        assertThat(described.parameters()).containsAll(query(request));
        assertThat(request.headers().get("Authorization")).containsExactly("Bearer " + StubSuite.TOKEN);
        if (!request.body().isEmpty()
                && described.properties(described.requestSchema()).size() > 0) {
            List<String> members = Json.read(request.body())
                    .orElseThrow()
                    .propertyStream()
                    .map(Map.Entry::getKey)
                    .toList();
            assertThat(described.properties(described.requestSchema())).containsAll(members);
            assertThat(members).containsAll(described.required(described.requestSchema()));
        }
    }

    /** Examples show only some of the options. */
    @ParameterizedTest
    @MethodSource("operations")
    void parameters_areThoseOfTheApi(Operation operation) {
        setup.run(example(operation));
        ApiDescription described = described(suite.requests().getFirst());

        assertThat(operation.parameters()).allSatisfy(parameter -> {
            switch (parameter.placement()) {
                case QUERY, QUERY_FLAG, HEADER ->
                    assertThat(described.parameters()).contains(parameter.member());
                case TEXT, NUMBER, FLAG, LIST, PAIRS, MOVES, JSON, FILE ->
                    assertThat(described.properties(described.requestSchema())).contains(parameter.member());
                case PATH -> assertThat(operation.path()).contains("{" + parameter.member() + "}");
                case ALIAS_PATH, URL, BODY -> assertThat(parameter.required()).isTrue();
            }
            assertThat(parameter.help()).endsWith(".");
        });
    }

    @ParameterizedTest
    @MethodSource("lists")
    void columns_areMembersOfTheItems(Operation operation) {
        setup.run(example(operation));

        assertThat(described(suite.requests().getFirst()).itemMembers())
                .containsAll(operation.columns().stream()
                        .map(column -> column.replaceAll("\\..*", ""))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("operations")
    void table_hasTheColumnsOrMembersOfTheResponse(Operation operation) {
        Run run = setup.run(with(operation, "-o", "table"));

        JsonNode response = response();
        if (response.isMissingNode()) {
            assertThat(run.err()).isEqualTo("Done.\n");
        } else if (operation.paged()) {
            assertThat(run.out().lines().findFirst().orElseThrow().split(" +"))
                    .containsExactlyElementsOf(operation.columns());
        } else if (response.path("items").isArray()) {
            assertThat(run.out().lines().findFirst().orElseThrow().split(" +"))
                    .containsExactlyElementsOf(response.path("items")
                            .path(0)
                            .propertyStream()
                            .map(Map.Entry::getKey)
                            .toList());
        } else {
            assertThat(run.out().lines().map(line -> line.split(" +")[0]))
                    .containsAll(
                            response.propertyStream().map(Map.Entry::getKey).toList());
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void json_isTheResponse(Operation operation) {
        Run run = setup.run(with(operation, "-o", "json"));

        JsonNode response = response();
        assertThat(run.exit()).isZero();
        if (response.isMissingNode()) {
            assertThat(run.out()).isEmpty();
        } else {
            assertThat(Json.read(run.out()))
                    .contains(Json.read(response.toString()).orElseThrow());
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void refusal_isOneLineWithCodeAndDetail(Operation operation) {
        suite.responds(409, "{\"code\":\"NOT_NOW\",\"detail\":\"This is not possible now.\"}");

        Run run = setup.run(example(operation));

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("NOT_NOW: This is not possible now.\n");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void wrongUsage_sendsNothingAndNamesTheHelp(Operation operation) {
        Run run = setup.run(with(operation, "--nonsense"));

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("Unknown option: '--nonsense'")
                .endsWith("See: backplane " + operation.command() + " --help\n");
        assertThat(suite.requests()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void help_hasSummaryAndExample(Operation operation) {
        Run run = setup.run((operation.command() + " --help").split(" "));

        assertThat(run.exit()).isZero();
        assertThat(run.out().replaceAll("\\s+", " "))
                .startsWith("Usage: backplane " + operation.command())
                .contains(operation.summary())
                .contains(("Example: backplane " + operation.command() + " " + operation.example()).strip());
    }

    private JsonNode response() {
        ApiDescription described = described(suite.requests().getFirst());
        return described.silent() ? MissingNode.getInstance() : described.example();
    }

    private static ApiDescription described(Request request) {
        return ApiDescription.of(request.method(), request.path())
                .orElseThrow(() -> new AssertionError("The API has no route for " + request.line()));
    }

    private static List<String> query(Request request) {
        return request.uri().getRawQuery() == null
                ? List.of()
                : Arrays.stream(request.uri().getRawQuery().split("&"))
                        .map(field -> field.replaceAll("=.*", ""))
                        .toList();
    }

    private static String[] example(Operation operation) {
        // Watching would repeat the call.
        return Run.words(operation.command() + " " + operation.example().replaceAll(" ?--(watch|output \\w+)", ""));
    }

    private static String[] with(Operation operation, String... more) {
        return Stream.concat(Stream.of(example(operation)), Stream.of(more)).toArray(String[]::new);
    }
}
