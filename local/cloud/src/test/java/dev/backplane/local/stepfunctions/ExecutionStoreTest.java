package dev.backplane.local.stepfunctions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.testing.Eventually;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExecutionStoreTest {

    private static final String MACHINE = "arn:aws:states:us-east-1:000000000000:stateMachine:m";
    private static final int EVENTS = 50;

    private final ExecutionStore store = new ExecutionStore(new ExecutionJournal(Optional.empty()), Clock.systemUTC());
    private final List<WeakReference<ObjectNode>> details = new ArrayList<>();

    @Test
    void end_compressesTheHistoryAndKeepsItReadable() throws StepFunctionsException {
        int count = 200;
        for (int i = 0; i < count; i++) {
            run(i);
        }

        Eventually.assertThat(this::inMemory, inMemory -> assertThat(inMemory).isZero());
        for (int i = 0; i < count; i++) {
            List<HistoryEvent> events = store.find(start(i).arn()).orElseThrow().events();
            assertThat(events).hasSize(EVENTS + 2);
            assertThat(events).extracting(HistoryEvent::id).isSorted();
            assertThat(events.get(1).details().path("text").asText()).isEqualTo("0 of " + i);
            assertThat(events.getLast().type()).isEqualTo("ExecutionSucceeded");
        }
    }

    @Test
    void end_ofMoreThanAreKept_forgetsTheOldest() throws StepFunctionsException {
        for (int i = 0; i <= ExecutionStore.MAX_KEPT; i++) {
            Execution execution = store.register(start(i)).execution();
            store.end(execution, succeeded());
        }

        assertThat(store.find(start(0).arn())).isEmpty();
        assertThat(store.find(start(1).arn())).isPresent();
        assertThat(store.newestFirst()).hasSize(ExecutionStore.MAX_KEPT);
    }

    private void run(int number) throws StepFunctionsException {
        Execution execution = store.register(start(number)).execution();
        for (int i = 0; i < EVENTS; i++) {
            ObjectNode text = JsonNodeFactory.instance.objectNode().put("text", i + " of " + number);
            details.add(new WeakReference<>(text));
            execution.add(i + 1L, "TaskScheduled", text);
        }
        store.end(execution, succeeded());
    }

    private long inMemory() {
        System.gc();
        return details.stream().filter(text -> text.get() != null).count();
    }

    private static Execution.Start start(int number) {
        return new Execution.Start(MACHINE, "role", "run-" + number, "{}", Instant.EPOCH);
    }

    private static ExecutionEnd succeeded() {
        return new ExecutionEnd(
                ExecutionStatus.SUCCEEDED, Instant.EPOCH, Optional.of("{}"), Optional.empty(), Optional.empty());
    }
}
