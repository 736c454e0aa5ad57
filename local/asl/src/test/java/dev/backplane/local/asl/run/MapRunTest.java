package dev.backplane.local.asl.run;

import static dev.backplane.local.asl.run.Machines.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class MapRunTest {

    private static final String CALL =
            "'Type': 'Task', 'Resource': 'arn:aws:states:::lambda:invoke', 'Arguments': {'FunctionName': 'f', 'Payload': '{% $states.input %}'}, 'End': true";

    /** Calls fail for negative numbers. */
    private final Machines machines = new Machines(request -> {
        JsonNode payload = request.arguments().path("Payload");
        if (payload.asInt() < 0) {
            throw new StatesException("Negative", payload.toString());
        }
        return payload;
    });

    @Test
    void map_runsItsFlowOnEachItem_andKeepsTheirOrder() throws StatesException {
        assertThat(machines.run(
                        map(
                                "'Items': '{% $states.input.items %}', 'ItemSelector': {'v': '{% $states.context.Map.Item.Value %}',"
                                        + " 'i': '{% $states.context.Map.Item.Index %}', 'n': '{% $states.input.n %}'}"),
                        "{'n': 9, 'items': [5, 6, 7]}"))
                .isEqualTo(json("[{'v': 5, 'i': 0, 'n': 9}, {'v': 6, 'i': 1, 'n': 9}, {'v': 7, 'i': 2, 'n': 9}]"));
        assertThat(machines.events())
                .startsWith("MapStateEntered", "MapStateStarted")
                .endsWith("MapStateSucceeded", "MapStateExited")
                .filteredOn("MapIterationSucceeded"::equals)
                .hasSize(3);
    }

    @Test
    void map_runsNoMoreItemsAtOnceThanAllowed() throws StatesException {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier three = new CyclicBarrier(3);
        Machines counting = new Machines(request -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            try {
                three.await(2, TimeUnit.MINUTES); // passes only if three run at the same time
            } catch (BrokenBarrierException | TimeoutException alone) {
                throw new StatesException("Alone", String.valueOf(alone));
            } finally {
                now.decrementAndGet();
            }
            return request.arguments();
        });

        counting.run(map("'MaxConcurrency': '{% 3 %}'"), "[1, 2, 3, 4, 5, 6, 7, 8, 9]");

        assertThat(most).hasValue(3);
    }

    @Test
    void map_inline_endsWithTheFirstItemThatFails() {
        assertThatThrownBy(() -> machines.run(map("'MaxConcurrency': 1"), "[1, -2, 3]"))
                .hasMessage("Negative: -2");
        assertThat(machines.events())
                .endsWith("MapIterationFailed", "MapStateFailed")
                .filteredOn("MapIterationStarted"::equals)
                .hasSize(2);
    }

    @Test
    void map_whenAnItemFails_stopsTheOthers() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        Machines one = new Machines(request -> {
            if (request.arguments().path("Payload").asInt() == 1) {
                waiting.countDown();
                new CountDownLatch(1).await();
            }
            waiting.await();
            throw new StatesException("Broken", "item");
        });

        assertThatThrownBy(() -> one.run(map("'MaxConcurrency': 2"), "[1, 2]")).hasMessage("Broken: item");
        assertThat(one.events()).contains("MapIterationAborted", "MapIterationFailed");
    }

    @Test
    void map_canBeRetriedAndCaught() throws StatesException {
        assertThat(machines.run(
                                "{'Each': {'Type': 'Map', 'ItemProcessor': {'StartAt': 'One', 'States': {'One': {"
                                        + CALL + "}}},"
                                        + " 'Retry': [{'ErrorEquals': ['Negative'], 'MaxAttempts': 1}],"
                                        + " 'Catch': [{'ErrorEquals': ['Negative'], 'Next': 'End'}], 'End': true},"
                                        + " 'End': {'Type': 'Succeed'}}",
                                "[-1]")
                        .path("Error")
                        .asText())
                .isEqualTo("Negative");
        assertThat(machines.events()).filteredOn("MapStateStarted"::equals).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "ToleratedFailurePercentage, 50, '[1, -2, 3, -4]', 2",
        "ToleratedFailurePercentage, 49, '[1, -2, 3, -4]', -1",
        "ToleratedFailurePercentage, 100, '[-1, -2]', 0",
        "ToleratedFailureCount, 1, '[1, -2, 3, 4]', 3",
        "ToleratedFailureCount, 1, '[1, -2, -3, 4]', -1",
        "Comment, 0, '[1, 2]', 2",
        "Comment, 0, '[1, -2]', -1",
        "Comment, 0, '[]', 0"
    })
    void map_distributed_toleratesFailures(String field, int value, String items, int succeeded)
            throws StatesException {
        String states = distributed("'" + field + "': " + value);

        if (succeeded < 0) {
            assertThatThrownBy(() -> machines.run(states, items))
                    .hasMessage("States.ExceedToleratedFailureThreshold:"
                            + " The specified tolerated failure threshold was exceeded");
        } else {
            assertThat(machines.run(states, items)).hasSize(succeeded);
        }
    }

    @Test
    void map_distributed_runsItemsAsExecutionsOfTheirOwn() throws StatesException {
        JsonNode ids = machines.run(
                "{'Set': {'Type': 'Pass', 'Assign': {'x': 1}, 'Next': 'Each'}, 'Each': {'Type': 'Map', 'End': true,"
                        + " 'ItemProcessor': {'ProcessorConfig': {'Mode': 'DISTRIBUTED', 'ExecutionType': 'STANDARD'},"
                        + " 'StartAt': 'One', 'States': {'One': {'Type': 'Pass', 'End': true,"
                        + " 'Output': {'id': '{% $states.context.Execution.Id %}', 'x': '{% $exists($x) %}'}}}}}}",
                "[1]");

        assertThat(ids.at("/0/id").asText())
                .startsWith("arn:aws:states:us-east-1:000000000000:execution:machine/Each:");
        assertThat(ids.at("/0/x").asBoolean()).isFalse();
    }

    @Test
    void items_thatAreNoArray_fail() {
        assertThatThrownBy(() -> machines.run(map("'Items': '{% 1 %}'"), "{}"))
                .hasMessageContaining("'Items' returned an unexpected result type. Expected 'array', but was 'number'");
    }

    private static String map(String more) {
        return "{'Each': {'Type': 'Map', " + more + ", 'ItemProcessor': {'StartAt': 'One', 'States': {'One': {" + CALL
                + "}}}, 'End': true}}";
    }

    private static String distributed(String more) {
        return map(more)
                .replace(
                        "'StartAt'",
                        "'ProcessorConfig': {'Mode': 'DISTRIBUTED', 'ExecutionType': 'STANDARD'}, 'StartAt'");
    }
}
