package dev.backplane.local.asl.run;

import static dev.backplane.local.asl.run.Machines.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TaskRunTest {

    private static final String CALL = "'Type': 'Task', 'Resource': 'arn:aws:states:::lambda:invoke',"
            + " 'Arguments': {'FunctionName': 'f', 'Payload': '{% $states.input %}'}";

    private final Deque<String> failures = new ArrayDeque<>();
    private final List<JsonNode> calls = new ArrayList<>();
    private final Machines machines = new Machines(request -> {
        calls.add(request.arguments());
        String failure = failures.poll();
        if (failure != null) {
            throw new StatesException(failure, "because");
        }
        return json("{'Payload': {'n': " + calls.size() + "}, 'StatusCode': 200}");
    });

    @Test
    void task_sendsItsArgumentsAndShapesItsResult() throws StatesException {
        JsonNode output = machines.run(
                "{'Call': {" + CALL
                        + ", 'Assign': {'code': '{% $states.result.StatusCode %}'}, 'Output': '{% $states.result.Payload %}', 'Next': 'End'},"
                        + " 'End': {'Type': 'Pass', 'Output': ['{% $states.input.n %}', '{% $code %}'], 'End': true}}",
                "{'a': 1}");

        assertThat(output).isEqualTo(json("[1, 200]"));
        assertThat(calls).containsExactly(json("{'FunctionName': 'f', 'Payload': {'a': 1}}"));
        assertThat(machines.events())
                .startsWith("TaskStateEntered", "TaskScheduled", "TaskStarted", "TaskSucceeded", "TaskStateExited");
        assertThat(machines.details()
                        .get(1)
                        .at("/taskScheduledEventDetails/resourceType")
                        .asText())
                .isEqualTo("lambda");
    }

    @Test
    void retry_waitsLongerEachTime_andEachRetrierCountsForItself() throws StatesException {
        failures.addAll(List.of("A", "B", "A", "A"));

        machines.run(
                "{'Call': {" + CALL + ", 'End': true, 'Retry': ["
                        + "{'ErrorEquals': ['A'], 'IntervalSeconds': 2, 'MaxAttempts': 3, 'BackoffRate': 3, 'MaxDelaySeconds': 10},"
                        + "{'ErrorEquals': ['States.ALL'], 'IntervalSeconds': 1, 'MaxAttempts': 1}]}}",
                "{}");

        assertThat(calls).hasSize(5);
        assertThat(machines.pauses())
                .containsExactly(
                        Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofSeconds(6), Duration.ofSeconds(10));
        assertThat(machines.events()).filteredOn("TaskFailed"::equals).hasSize(4);
    }

    @Test
    void retry_whenAttemptsAreUsedUp_catches() throws StatesException {
        failures.addAll(List.of("A", "A", "A"));

        JsonNode output = machines.run(
                "{'Call': {" + CALL + ", 'End': true, 'Retry': [{'ErrorEquals': ['A'], 'MaxAttempts': 2}], 'Catch': ["
                        + "{'ErrorEquals': ['B'], 'Next': 'Wrong'},"
                        + "{'ErrorEquals': ['States.ALL'], 'Assign': {'what': '{% $states.errorOutput.Error %}'},"
                        + " 'Output': '{% $states.errorOutput.Cause %}', 'Next': 'Caught'}]},"
                        + " 'Wrong': {'Type': 'Fail'},"
                        + " 'Caught': {'Type': 'Pass', 'Output': ['{% $states.input %}', '{% $what %}'], 'End': true}}",
                "{}");

        assertThat(output).isEqualTo(json("['because', 'A']"));
        assertThat(calls).hasSize(3);
    }

    @Test
    void retry_withNoAttempts_neverTriesAgain() {
        failures.add("A");

        assertThatThrownBy(() -> machines.run(
                        "{'Call': {" + CALL + ", 'End': true, 'Retry': [{'ErrorEquals': ['A'], 'MaxAttempts': 0},"
                                + " {'ErrorEquals': ['States.ALL']}]}}",
                        "{}"))
                .hasMessage("A: because");
        assertThat(calls).hasSize(1);
    }

    @Test
    void retry_countsInTheContext() throws StatesException {
        failures.addAll(List.of("A", "A"));

        machines.run(
                "{'Call': {" + CALL.replace("$states.input", "$states.context.State.RetryCount")
                        + ", 'End': true, 'Retry': [{'ErrorEquals': ['A']}]}}",
                "{}");

        assertThat(calls.stream().map(call -> call.path("Payload").asInt())).containsExactly(0, 1, 2);
    }

    @Test
    void catch_withoutOutput_handsOnTheError() throws StatesException {
        failures.add("A");

        assertThat(machines.run(
                        "{'Call': {" + CALL
                                + ", 'End': true, 'Catch': [{'ErrorEquals': ['States.TaskFailed'], 'Next': 'End'}]},"
                                + " 'End': {'Type': 'Succeed'}}",
                        "{}"))
                .isEqualTo(json("{'Error': 'A', 'Cause': 'because'}"));
    }

    @Test
    void catch_takesErrorsOfExpressionsToo() throws StatesException {
        assertThat(machines.run(
                                "{'Call': {" + CALL + ", 'Output': '{% $states.result.gone %}', 'End': true,"
                                        + " 'Catch': [{'ErrorEquals': ['States.QueryEvaluationError'], 'Next': 'End'}]},"
                                        + " 'End': {'Type': 'Succeed'}}",
                                "{}")
                        .path("Error")
                        .asText())
                .isEqualTo("States.QueryEvaluationError");
        assertThat(calls).hasSize(1);
    }

    @Test
    void catch_ofEverything_doesNotTakeWhatIsWrongWithTheDefinition() {
        assertThatThrownBy(() -> machines.run(
                        "{'Call': {"
                                + CALL.replaceFirst(
                                        "\\{'FunctionName.*",
                                        "'{% {\\\\\"FunctionName\\\\\": \\\\\"f\\\\\", \\\\\"X\\\\\": 1} %}'")
                                + ", 'End': true, 'Catch': [{'ErrorEquals': ['States.ALL'], 'Next': 'End'}]},"
                                + " 'End': {'Type': 'Succeed'}}",
                        "{}"))
                .hasMessageStartingWith("States.Runtime")
                .hasMessageContaining("[X] are not supported");
        assertThat(calls).isEmpty();
    }

    @Test
    void timeout_givesTheTaskUpAndStopsIt() throws Exception {
        CountDownLatch stopped = new CountDownLatch(1);
        Machines slow = new Machines(_ -> {
            try {
                new CountDownLatch(1).await();
                throw new AssertionError();
            } catch (InterruptedException interrupted) {
                stopped.countDown();
                throw interrupted;
            }
        });

        assertThat(slow.run(
                                "{'Call': {" + CALL + ", 'TimeoutSeconds': '{% 1 %}', 'End': true,"
                                        + " 'Catch': [{'ErrorEquals': ['States.Timeout'], 'Next': 'End'}]},"
                                        + " 'End': {'Type': 'Succeed'}}",
                                "{}")
                        .path("Error")
                        .asText())
                .isEqualTo("States.Timeout");
        assertThat(stopped.await(2, TimeUnit.MINUTES)).isTrue();
        assertThat(slow.events()).contains("TaskTimedOut");
    }
}
