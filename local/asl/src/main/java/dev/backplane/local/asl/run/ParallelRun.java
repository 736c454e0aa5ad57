package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.asl.Flow;
import dev.backplane.local.asl.State;
import java.util.ArrayList;
import java.util.List;

/** One attempt of a parallel state: all branches at the same time, and all of them end when one fails. */
final class ParallelRun {
    private final Interpreter interpreter;
    private final State.Parallel state;
    private final StateVisit visit;

    ParallelRun(Interpreter interpreter, State.Parallel state, StateVisit visit) {
        this.interpreter = interpreter;
        this.state = state;
        this.visit = visit;
    }

    JsonNode result() throws StatesException, InterruptedException {
        JsonNode input = state.arguments().isPresent()
                ? visit.value("Arguments", state.arguments().get())
                : visit.input();
        visit.trail().add("ParallelStateStarted");
        List<ParallelWork.Work> branches = new ArrayList<>();
        for (Flow branch : state.branches()) {
            FlowScope scope = visit.scope().inner();
            branches.add(() -> interpreter.run(branch, input, scope));
        }
        ParallelWork crew = new ParallelWork(branches.size(), failures -> failures > 0);
        try {
            ArrayNode results = JsonNodeFactory.instance.arrayNode();
            crew.run(branches).forEach(outcome -> outcome.result().ifPresent(results::add));
            visit.trail().add("ParallelStateSucceeded");
            return results;
        } catch (StatesException failure) {
            visit.trail().add("ParallelStateFailed");
            throw failure;
        }
    }
}
