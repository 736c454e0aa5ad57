package dev.backplane.local.stepfunctions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.testing.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.DescribeExecutionResponse;
import software.amazon.awssdk.services.sfn.model.ExecutionAlreadyExistsException;
import software.amazon.awssdk.services.sfn.model.ExecutionDoesNotExistException;
import software.amazon.awssdk.services.sfn.model.ExecutionListItem;
import software.amazon.awssdk.services.sfn.model.ExecutionStatus;
import software.amazon.awssdk.services.sfn.model.GetExecutionHistoryResponse;
import software.amazon.awssdk.services.sfn.model.HistoryEvent;
import software.amazon.awssdk.services.sfn.model.InvalidExecutionInputException;
import software.amazon.awssdk.services.sfn.model.InvalidNameException;
import software.amazon.awssdk.services.sfn.model.SfnException;
import software.amazon.awssdk.services.sfn.model.StateMachineDoesNotExistException;

class StepFunctionsTest {

    @TempDir
    private static Path folder;

    private static WorkflowsCloud flows;

    @BeforeAll
    static void start() {
        flows = WorkflowsCloud.start(WorkflowsCloud.options(folder));
    }

    @AfterAll
    static void stop() {
        flows.close();
    }

    @Test
    void start_whileAnExecutionOfThatNameIsOpen_returnsItForTheSameInputOnly() {
        String first = flows.begin("wait", "twice", "{\"a\": 1}");

        assertThat(flows.begin("wait", "twice", "{\"a\": 1}")).isEqualTo(first);
        assertThatThrownBy(() -> flows.begin("wait", "twice", "{\"a\": 2}"))
                .isInstanceOf(ExecutionAlreadyExistsException.class);
        assertThat(flows.begin("nap", "twice", "{\"a\": 2}")).isNotEqualTo(first);
        flows.states().stopExecution(stop -> stop.executionArn(first));
        assertThatThrownBy(() -> flows.begin("wait", "twice", "{\"a\": 1}"))
                .isInstanceOf(ExecutionAlreadyExistsException.class)
                .hasMessageContaining("Execution Already Exists: '" + first + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a/b", "a:b", "a,b", "a#b", "<a>", "a\tb", "a\u0085b", "a*", "$a", "{a}"})
    void start_whenTheNameIsBad_isRefused(String name) {
        assertThatThrownBy(() -> flows.begin("echo", name, "{}")).isInstanceOf(InvalidNameException.class);
    }

    @Test
    void start_whenTheNameIsTooLong_isRefused() {
        assertThatThrownBy(() -> flows.begin("echo", "x".repeat(81), "{}")).isInstanceOf(InvalidNameException.class);
        assertThat(flows.begin("echo", "x".repeat(80), "{}")).endsWith(":echo:" + "x".repeat(80));
    }

    @Test
    void start_whenTheRequestMakesNoSense_isRefused() {
        assertThatThrownBy(() -> flows.begin("gone", "a", "{}")).isInstanceOf(StateMachineDoesNotExistException.class);
        assertThatThrownBy(() -> flows.begin("echo", "a", "{")).isInstanceOf(InvalidExecutionInputException.class);
        assertThatThrownBy(() -> flows.begin("echo", "a", "{} {}")).isInstanceOf(InvalidExecutionInputException.class);
        assertThatThrownBy(() -> flows.describe("arn:aws:states:us-east-1:000000000000:execution:echo:gone"))
                .isInstanceOf(ExecutionDoesNotExistException.class);
    }

    @Test
    void run_endsWithItsOutput_andTellsTheDefaultBus() {
        DescribeExecutionResponse end = flows.run("echo", "{\"a\": [1, null]}");

        assertThat(end.status()).isEqualTo(ExecutionStatus.SUCCEEDED);
        assertThat(end.output()).isEqualTo("{\"a\":[1,null]}");
        assertThat(end.stopDate()).isAfterOrEqualTo(end.startDate());
        assertThat(flows.history(end.executionArn()))
                .containsExactly("ExecutionStarted", "PassStateEntered", "PassStateExited", "ExecutionSucceeded");
        Eventually.assertThat(() -> flows.statusChanges(end.executionArn()), changes -> {
            assertThat(changes)
                    .extracting(change -> change.path("status").asText())
                    .containsExactly("RUNNING", "SUCCEEDED");
            JsonNode last = changes.getLast();
            assertThat(last.path("startDate").asLong())
                    .isEqualTo(end.startDate().toEpochMilli());
            assertThat(last.path("stopDate").asLong()).isEqualTo(end.stopDate().toEpochMilli());
            assertThat(last.path("stateMachineArn").asText()).isEqualTo(WorkflowsCloud.arn("echo"));
            assertThat(last.path("input").asText()).isEqualTo("{\"a\": [1, null]}");
            assertThat(last.path("output").asText()).isEqualTo("{\"a\":[1,null]}");
            assertThat(changes.getFirst().path("stopDate").isNull()).isTrue();
        });
    }

    @Test
    void run_whenItFails_tellsErrorAndCause() {
        DescribeExecutionResponse end = flows.run("fail", "{}");

        assertThat(end.status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(end.error()).isEqualTo("Broken");
        assertThat(end.cause()).isEqualTo("on purpose");
        Eventually.assertThat(
                () -> flows.statusChanges(end.executionArn()),
                changes -> assertThat(changes)
                        .last()
                        .satisfies(change ->
                                assertThat(change.path("error").asText()).isEqualTo("Broken")));
    }

    @Test
    void stop_abortsAnOpenExecution_andLeavesAnEndedOneAsItIs() {
        String open = flows.begin("wait", "to-stop", "{}");

        flows.states()
                .stopExecution(stop -> stop.executionArn(open).error("Enough").cause("for a test"));
        flows.states().stopExecution(stop -> stop.executionArn(open).error("Again"));

        DescribeExecutionResponse end = flows.describe(open);
        assertThat(end.status()).isEqualTo(ExecutionStatus.ABORTED);
        assertThat(end.error()).isEqualTo("Enough");
        assertThat(flows.history(open)).startsWith("ExecutionStarted").endsWith("ExecutionAborted");
        Eventually.assertThat(
                () -> flows.statusChanges(open),
                changes -> assertThat(changes)
                        .extracting(change -> change.path("status").asText())
                        .containsExactly("RUNNING", "ABORTED"));
    }

    @Test
    void run_whenTheMachinesTimeIsUp_timesOut() {
        DescribeExecutionResponse end = flows.run("late", "{}");

        assertThat(end.status()).isEqualTo(ExecutionStatus.TIMED_OUT);
        assertThat(flows.history(end.executionArn())).endsWith("ExecutionTimedOut");
    }

    @Test
    void history_comesInPages_alsoBackwards() {
        String arn = flows.run("echo", "{}").executionArn();

        List<HistoryEvent> all = new ArrayList<>();
        flows.states()
                .getExecutionHistoryPaginator(
                        history -> history.executionArn(arn).maxResults(3))
                .forEach(page -> all.addAll(page.events()));
        GetExecutionHistoryResponse backwards = flows.states()
                .getExecutionHistory(
                        history -> history.executionArn(arn).maxResults(1).reverseOrder(true));

        assertThat(all).extracting(HistoryEvent::id).containsExactly(1L, 2L, 3L, 4L);
        assertThat(all).extracting(HistoryEvent::previousEventId).containsExactly(0L, 1L, 2L, 3L);
        assertThat(all.get(1).stateEnteredEventDetails().name()).isEqualTo("A");
        assertThat(backwards.events()).extracting(HistoryEvent::id).containsExactly(4L);
        assertThat(backwards.nextToken()).isNotNull();
    }

    @Test
    void list_givesExecutionsOfAMachine_newestFirst() {
        String first = flows.begin("nap", "listed-1", "{}");
        String second = flows.begin("nap", "listed-2", "{}");

        assertThat(flows.states()
                        .listExecutions(list -> list.stateMachineArn(WorkflowsCloud.arn("nap")))
                        .executions())
                .extracting(ExecutionListItem::executionArn)
                .containsSubsequence(second, first);
        assertThat(flows.states()
                        .listExecutions(list ->
                                list.stateMachineArn(WorkflowsCloud.arn("nap")).statusFilter(ExecutionStatus.FAILED))
                        .executions())
                .isEmpty();
    }

    @Test
    void call_whenTheRoleDoesNotAllowIt_isDenied() {
        SfnClient function = WorkflowsCloud.client(flows.network("scripted"));

        function.startExecution(start -> start.stateMachineArn(WorkflowsCloud.arn("echo")));
        assertThatThrownBy(() -> function.startExecution(start -> start.stateMachineArn(WorkflowsCloud.arn("fail"))))
                .isInstanceOfSatisfying(SfnException.class, failure -> {
                    assertThat(failure.awsErrorDetails().errorCode()).isEqualTo("AccessDeniedException");
                    assertThat(failure.getMessage())
                            .contains("is not authorized to perform: states:StartExecution on resource: "
                                    + WorkflowsCloud.arn("fail"));
                });
    }

    @Test
    void run_manyAtOnce_allEnd() {
        List<String> arns = IntStream.range(0, 200)
                .mapToObj(_ -> flows.begin("nap", UUID.randomUUID().toString(), "{}"))
                .toList();

        assertThat(arns)
                .allSatisfy(arn -> assertThat(flows.awaitEnd(arn).status()).isEqualTo(ExecutionStatus.SUCCEEDED));
    }
}
