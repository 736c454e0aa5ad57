package dev.backplane.local.asl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AslCheckTest {

    private static final String GOOD = """
            {"QueryLanguage": "JSONata", "TimeoutSeconds": 60, "StartAt": "Call", "States": {
              "Call": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke",
                "Arguments": {"FunctionName": "${Function}"}, "TimeoutSeconds": 5,
                "Retry": [{"ErrorEquals": ["States.ALL"]}], "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Lost"}],
                "Next": "Done"},
              "Lost": {"Type": "Fail", "Error": "Lost"},
              "Done": {"Type": "Succeed"}}}
            """;

    @Test
    void problems_ofAGoodDefinition_areNone() {
        assertThat(AslCheck.problems(GOOD, Set.of("Function"))).isEmpty();
    }

    @Test
    void problems_whenAPlaceholderGetsNoValue_nameIt() {
        assertThat(AslCheck.problems(GOOD, Set.of())).containsExactly("the placeholder ${Function} has no value");
    }

    @Test
    void substitute_fillsInPlaceholdersAlone() {
        assertThat(AslCheck.substitute("${A} $B {% $C %} ${A}", Map.of("A", "$1\\", "B", "2", "C", "3")))
                .isEqualTo("$1\\ $B {% $C %} $1\\");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"TimeoutSeconds\": 5, | | state 'Call': field TimeoutSeconds is missing",
                "\"TimeoutSeconds\": 60, | | the machine: field TimeoutSeconds is missing",
                "\"Retry\": [{\"ErrorEquals\": [\"States.ALL\"]}], | | state 'Call': field Retry is missing",
                "\"Next\": \"Done\" | \"Next\": \"Gone\" | state 'Call': the next state 'Gone' does not exist",
                "\"StartAt\": \"Call\" | \"StartAt\": \"Gone\" | the machine: field StartAt: the state 'Gone' does not exist",
                "\"Next\": \"Done\" | \"End\": true | state 'Done': it cannot be reached",
                "\"Type\": \"Succeed\" | \"Type\": \"Pass\", \"Next\": \"Call\" | ",
                "\"Type\": \"Succeed\" | \"Type\": \"Sing\" | state 'Done': field Type Sing is unknown",
                "lambda:invoke | batch:submitJob | field Resource arn:aws:states:::batch:submitJob is not supported",
                "\"FunctionName\" | \"Function\" | state 'Call': field Arguments/FunctionName is missing",
                "\"FunctionName\" | \"Payload\": 1, \"LogType\": 1, \"FunctionName\" | field Arguments/LogType is not an argument",
                "\"Next\": \"Done\" | \"Next\": \"Done\", \"ResultPath\": \"$.x\" | state 'Call': field ResultPath is unknown",
                "\"Next\": \"Done\" | \"Next\": \"Done\", \"Output\": \"{% ( %}\" | state 'Call': field Output is not a valid JSONata",
                "\"Next\": \"Done\" | \"Next\": \"Done\", \"Output\": \"{% $eval('1') %}\" | does not support $eval",
                "\"Next\": \"Done\" | \"Next\": \"Done\", \"End\": true | exactly one of the fields Next and End is required",
                "JSONata | JSONPath | state 'Call': field QueryLanguage: JSONPath is not supported",
                "[\"States.ALL\"]}], | [\"States.Nonsense\"]}], | has the unknown error States.Nonsense",
                "[\"States.ALL\"]}], | [\"States.ALL\"]}, {\"ErrorEquals\": [\"E\"]}], | must be alone and last",
                "[\"States.ALL\"]}], | [\"E\"], \"MaxDelaySeconds\": 1}], | MaxDelaySeconds must be greater than IntervalSeconds",
                "[\"States.ALL\"]}], | [\"E\"], \"JitterStrategy\": \"HALF\"}], | JitterStrategy must be FULL or NONE",
                "\"TimeoutSeconds\": 5, | \"TimeoutSeconds\": 5, \"HeartbeatSeconds\": 5, | HeartbeatSeconds must be less than",
                "\"TimeoutSeconds\": 5, | \"TimeoutSeconds\": 0, | field TimeoutSeconds must be a whole number of at least 1",
                "{\"QueryLanguage | [{\"QueryLanguage | the definition is not JSON"
            })
    void problems_nameStateAndField(String part, String replacement, String problem) {
        String changed = GOOD.replaceFirst(
                Pattern.quote(part), Matcher.quoteReplacement(replacement == null ? "" : replacement));
        assertThat(changed).isNotEqualTo(GOOD);

        if (problem == null) {
            assertThat(AslCheck.problems(changed, Set.of("Function"))).isEmpty();
        } else {
            assertThat(AslCheck.problems(changed, Set.of("Function")))
                    .anySatisfy(found -> assertThat(found).contains(problem));
        }
    }

    @Test
    void problems_whenNoWayLeadsToAnEnd_saySo() {
        assertThat(AslCheck.problems("""
                        {"QueryLanguage": "JSONata", "TimeoutSeconds": 9, "StartAt": "A", "States": {
                          "A": {"Type": "Pass", "Next": "B"}, "B": {"Type": "Pass", "Next": "A"}}}""", Set.of())).containsExactly("the machine: no end can be reached");
    }

    @Test
    void problems_lookIntoItems() {
        assertThat(AslCheck.problems("""
                        {"QueryLanguage": "JSONata", "TimeoutSeconds": 9, "StartAt": "A", "States": {
                          "A": {"Type": "Map", "Assign": {"x": 1}, "End": true, "ItemProcessor": {
                            "StartAt": "A", "States": {"A": {"Type": "Pass", "Assign": {"x": 2}, "Next": "C"}}}}}}""", Set.of()))
                .containsExactlyInAnyOrder(
                        "state 'A': the next state 'C' does not exist",
                        "state 'A': no end can be reached",
                        "state 'A': the name is used twice",
                        "state 'A': the variable x belongs to an outer flow and cannot be assigned here");
    }

    @Test
    void problems_whenAnInlineMapToleratesFailures_sayThatAwsDoesNot() {
        String map = """
                {"QueryLanguage": "JSONata", "TimeoutSeconds": 9, "StartAt": "Each", "States": {
                  "Each": {"Type": "Map", "ToleratedFailurePercentage": 10, "End": true, "ItemProcessor": {
                    "ProcessorConfig": {"Mode": "INLINE"},
                    "StartAt": "One", "States": {"One": {"Type": "Pass", "End": true}}}}}}""";

        assertThat(AslCheck.problems(map, Set.of()))
                .singleElement()
                .asString()
                .contains("state 'Each': AWS tolerates failures only when");
        assertThat(AslCheck.problems(
                        map.replace("\"INLINE\"", "\"DISTRIBUTED\", \"ExecutionType\": \"STANDARD\""), Set.of()))
                .isEmpty();
    }
}
