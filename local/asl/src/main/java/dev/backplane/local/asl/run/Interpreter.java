package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.Flow;
import dev.backplane.local.asl.StateMachine;
import java.util.random.RandomGenerator;

/** Runs executions of state machines, each on the caller's thread. */
public final class Interpreter {

    private final Tasks tasks;
    private final Timing timing;
    private final RandomGenerator random;

    /** @param random for the jitter of retries; used by several threads */
    public Interpreter(Tasks tasks, Timing timing, RandomGenerator random) {
        this.tasks = tasks;
        this.timing = timing;
        this.random = random;
    }

    /**
     * The start of an execution.
     *
     * @param context the constant parts of {@code $states.context}: Execution and StateMachine
     * @param startedEvent the id of the start event
     */
    public record Start(JsonNode input, ObjectNode context, History history, long startedEvent) {}

    /**
     * Runs a machine to its end and returns its output.
     *
     * @throws StatesException if the execution fails
     * @throws InterruptedException if the thread is interrupted, which stops the execution
     */
    public JsonNode run(StateMachine machine, Start start) throws StatesException, InterruptedException {
        FlowScope scope = FlowScope.outermost(start.context(), new EventTrail(start.history(), start.startedEvent()));
        return run(machine.flow(), start.input(), scope);
    }

    JsonNode run(Flow flow, JsonNode input, FlowScope scope) throws StatesException, InterruptedException {
        FlowRunner states = new FlowRunner(this, scope);
        StateResult step = states.visit(flow, flow.startAt(), input);
        while (step.next().isPresent()) {
            step = states.visit(flow, step.next().get(), step.output());
        }
        return step.output();
    }

    Tasks tasks() {
        return tasks;
    }

    Timing timing() {
        return timing;
    }

    RandomGenerator random() {
        return random;
    }
}
