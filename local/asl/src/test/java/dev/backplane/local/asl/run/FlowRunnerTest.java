package dev.backplane.local.asl.run;

import static dev.backplane.local.asl.run.Machines.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlowRunnerTest {

    private final Machines machines = new Machines();

    @Test
    void pass_handsItsInputOnOrWhatItsOutputSays() throws StatesException {
        JsonNode output = machines.run("""
                {'A': {'Type': 'Pass', 'Next': 'B'},
                 'B': {'Type': 'Pass', 'Output': {'twice': '{% $states.input.n * 2 %}', 'list': ['{% 1 %}', null]}, 'End': true}}
                """, "{'n': 21}");

        assertThat(output).isEqualTo(json("{'twice': 42, 'list': [1, null]}"));
        assertThat(machines.events())
                .containsExactly("PassStateEntered", "PassStateExited", "PassStateEntered", "PassStateExited");
        assertThat(machines.details().getLast())
                .isEqualTo(
                        json(
                                "{'stateExitedEventDetails': {'name': 'B', 'output': '{\\\"twice\\\":42,\\\"list\\\":[1,null]}', 'outputDetails': {'truncated': false}}}"));
    }

    @Test
    void assign_seesTheOldValuesAndTakesEffectInTheNextState() throws StatesException {
        assertThat(machines.run("""
                {'A': {'Type': 'Pass', 'Assign': {'x': 1, 'y': 2}, 'Next': 'B'},
                 'B': {'Type': 'Pass', 'Assign': {'x': '{% $y %}', 'y': '{% $x %}'}, 'Output': '{% $x %}', 'Next': 'C'},
                 'C': {'Type': 'Pass', 'Output': ['{% $states.input %}', '{% $x %}', '{% $y %}'], 'End': true}}
                """, "{}")).isEqualTo(json("[1, 2, 1]"));
    }

    @Test
    void context_tellsOfTheExecutionTheMachineAndTheState() throws StatesException {
        assertThat(machines.run("""
                {'A': {'Type': 'Pass', 'End': true, 'Output': '{% [$states.context.Execution.Name,
                   $states.context.Execution.Input.n, $states.context.StateMachine.Name, $states.context.State.Name,
                   $states.context.State.EnteredTime] %}'}}
                """.replaceAll("\\s*\\n\\s*", " "), "{'n': 1}"))
                .isEqualTo(json("['run', 1, 'machine', 'A', '2026-01-05T10:00:00.250Z']"));
    }

    @ParameterizedTest
    @CsvSource({"1, small", "10, big", "5, other"})
    void choice_takesTheFirstRuleThatHolds(int n, String expected) throws StatesException {
        assertThat(machines.run("""
                {'Which': {'Type': 'Choice', 'Default': 'End', 'Output': 'other', 'Choices': [
                   {'Condition': '{% $states.input < 3 %}', 'Output': 'small', 'Next': 'End'},
                   {'Condition': '{% $states.input > 7 %}', 'Output': 'big', 'Next': 'End'}]},
                 'End': {'Type': 'Succeed'}}
                """, String.valueOf(n)).textValue()).isEqualTo(expected);
    }

    @Test
    void choice_whenNoRuleHoldsAndThereIsNoDefault_fails() {
        assertFails(
                "{'Which': {'Type': 'Choice', 'Choices': [{'Condition': '{% false %}', 'Next': 'End'}]}, 'End': {'Type': 'Succeed'}}",
                "States.NoChoiceMatched",
                "An error occurred while executing the state 'Which' (entered at the event id #2)."
                        + " Failed to transition out of the state. The state does not point to a next state.");
    }

    @Test
    void choice_whenAConditionIsNoBoolean_fails() {
        assertFails(
                "{'Which': {'Type': 'Choice', 'Choices': [{'Condition': '{% 1 %}', 'Next': 'End'}]}, 'End': {'Type': 'Succeed'}}",
                "States.QueryEvaluationError",
                "An error occurred while executing the state 'Which' (entered at the event id #2). The JSONata"
                        + " expression '1' specified for the field 'Choices[0]/Condition' returned an unexpected result"
                        + " type. Expected 'boolean', but was 'number' for value: 1");
        assertThat(machines.events()).containsExactly("ChoiceStateEntered", "EvaluationFailed");
    }

    @Test
    void wait_waitsForSecondsOrUntilATime() throws StatesException {
        machines.run("""
                {'A': {'Type': 'Wait', 'Seconds': 15, 'Next': 'B'},
                 'B': {'Type': 'Wait', 'Seconds': '{% $states.input.n %}', 'Next': 'C'},
                 'C': {'Type': 'Wait', 'Timestamp': '2026-01-05T10:01:00.250Z', 'Next': 'D'},
                 'D': {'Type': 'Wait', 'Timestamp': '{% $states.input.past %}', 'End': true}}
                """, "{'n': 3, 'past': '2020-01-01T00:00:00+01:00'}");

        assertThat(machines.pauses())
                .containsExactly(Duration.ofSeconds(15), Duration.ofSeconds(3), Duration.ofMinutes(1), Duration.ZERO);
    }

    @Test
    void wait_whenItsTimeIsNone_fails() {
        assertThatThrownBy(() -> machines.run("{'A': {'Type': 'Wait', 'Seconds': '{% -1 %}', 'End': true}}", "{}"))
                .isInstanceOf(StatesException.class)
                .hasMessageStartingWith("States.QueryEvaluationError");
        assertThat(machines.pauses()).isEmpty();
    }

    @Test
    void succeed_endsTheFlowWithItsOutput() throws StatesException {
        assertThat(machines.run("{'A': {'Type': 'Succeed', 'Output': '{% $states.input.a %}'}}", "{'a': 'b'}")
                        .textValue())
                .isEqualTo("b");
        assertThat(machines.events()).containsExactly("SucceedStateEntered", "SucceedStateExited");
    }

    @Test
    void fail_endsTheExecutionWithErrorAndCause() {
        assertFails("{'A': {'Type': 'Fail', 'Error': 'Broken', 'Cause': '{% $string(1 + 1) %}'}}", "Broken", "2");
        assertThat(machines.events()).containsExactly("FailStateEntered");
    }

    @Test
    void run_whenAnExpressionFails_saysWhich() {
        assertThatThrownBy(() -> machines.run(
                        "{'A': {'Type': 'Pass', 'Output': {'a': '{% $number($states.input.x) %}'}, 'End': true}}",
                        "{'x': 'y'}"))
                .hasMessageStartingWith(
                        "States.QueryEvaluationError: An error occurred while executing the state 'A' (entered at the event id #2)."
                                + " The JSONata expression '$number($states.input.x)' specified for the field 'Output/a' threw"
                                + " an error during evaluation.");
    }

    @Test
    void run_whenDataGetsTooLarge_fails() {
        assertThatThrownBy(
                        () -> machines.run("{'A': {'Type': 'Pass', 'End': true}}", "'" + "x".repeat(256 * 1024) + "'"))
                .hasMessageStartingWith("States.DataLimitExceeded");
    }

    private void assertFails(String states, String error, String cause) {
        assertThatThrownBy(() -> machines.run(states, "{}")).isInstanceOfSatisfying(StatesException.class, failure -> {
            assertThat(failure.error()).isEqualTo(Optional.of(error));
            assertThat(failure.cause()).isEqualTo(Optional.of(cause));
        });
    }
}
