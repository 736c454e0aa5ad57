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
        assertThat(AslCheck.problems(GOOD, Set.of())).containsExactly("the placeholder ${Function} gets no value");
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
                "\"Next\": \"Done\" | \"Next\": \"Gone\" | state 'Call': there is no state 'Gone' to go to",
                "\"StartAt\": \"Call\" | \"StartAt\": \"Gone\" | the machine: field StartAt: there is no state 'Gone'",
                "\"Next\": \"Done\" | \"End\": true | state 'Done': no way leads to it",
                "\"Type\": \"Succeed\" | \"Type\": \"Pass\", \"Next\": \"Call\" | ",
                "\"Type\": \"Succeed\" | \"Type\": \"Sing\" | state 'Done': field Type Sing is not known",
                "lambda:invoke | batch:submitJob | field Resource arn:aws:states:::batch:submitJob is not known",
                "\"FunctionName\" | \"Function\" | state 'Call': field Arguments/FunctionName is missing",
                "\"FunctionName\" | \"Payload\": 1, \"LogType\": 1, \"FunctionName\" | field Arguments/LogType is not known",
                "\"Next\": \"Done\" | \"Next\": \"Done\", \"ResultPath\": \"$.x\" | state 'Call': field ResultPath is not known",
                "\"Next\": \"Done\" | \"Next\": \"Done\", \"Output\": \"{% ( %}\" | state 'Call': field Output is not a JSONata",
                "\"Next\": \"Done\" | \"Next\": \"Done\", \"Output\": \"{% $eval('1') %}\" | $eval is not offered",
                "\"Next\": \"Done\" | \"Next\": \"Done\", \"End\": true | one of the fields Next and End is needed",
                "JSONata | JSONPath | state 'Call': field QueryLanguage: JSONPath is not known here",
                "[\"States.ALL\"]}], | [\"States.Nonsense\"]}], | names States.Nonsense, which AWS does not know",
                "[\"States.ALL\"]}], | [\"States.ALL\"]}, {\"ErrorEquals\": [\"E\"]}], | has to stand alone and last",
                "[\"States.ALL\"]}], | [\"E\"], \"MaxDelaySeconds\": 1}], | MaxDelaySeconds is not above IntervalSeconds",
                "[\"States.ALL\"]}], | [\"E\"], \"JitterStrategy\": \"HALF\"}], | JitterStrategy is neither FULL nor NONE",
                "\"TimeoutSeconds\": 5, | \"TimeoutSeconds\": 5, \"HeartbeatSeconds\": 5, | HeartbeatSeconds is not below",
                "\"TimeoutSeconds\": 5, | \"TimeoutSeconds\": 0, | field TimeoutSeconds is not a whole number from 1 on",
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
                          "A": {"Type": "Pass", "Next": "B"}, "B": {"Type": "Pass", "Next": "A"}}}""", Set.of())).containsExactly("the machine: no way leads to an end");
    }

    @Test
    void problems_lookIntoItems() {
        assertThat(AslCheck.problems("""
                        {"QueryLanguage": "JSONata", "TimeoutSeconds": 9, "StartAt": "A", "States": {
                          "A": {"Type": "Map", "Assign": {"x": 1}, "End": true, "ItemProcessor": {
                            "StartAt": "A", "States": {"A": {"Type": "Pass", "Assign": {"x": 2}, "Next": "C"}}}}}}""", Set.of()))
                .containsExactlyInAnyOrder(
                        "state 'A': there is no state 'C' to go to",
                        "state 'A': no way leads to an end",
                        "state 'A': the machine has two states of this name",
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
