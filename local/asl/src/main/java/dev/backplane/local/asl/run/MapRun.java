package dev.backplane.local.asl.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.asl.ErrorNames;
import dev.backplane.local.asl.State;
import dev.backplane.local.asl.ValueTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntPredicate;

/**
 * One attempt of a map.
 *
 * <p>Inline, the first failed item ends the map, as on AWS. Distributed items run without the variables and history of
 * this execution, under their own execution ARNs, and the map fails when more items fail than it tolerates; otherwise
 * its result has the outputs of the items that succeeded. Unlike on AWS, the items are not listed as executions.
 */
final class MapRun {

    /** The limit of AWS for concurrent iterations. */
    private static final int MAX_CONCURRENCY_INLINE = 40;

    private static final int MAX_CONCURRENCY_DISTRIBUTED = 1_000;

    private final Interpreter interpreter;
    private final State.Map state;
    private final StateVisit visit;
    private final boolean distributed;

    MapRun(Interpreter interpreter, State.Map state, StateVisit visit) {
        this.interpreter = interpreter;
        this.state = state;
        this.visit = visit;
        this.distributed = state.tolerance().distributed();
    }

    JsonNode result() throws StatesException, InterruptedException {
        JsonNode items = items();
        ParallelWork crew =
                new ParallelWork(atOnce(), distributed ? threshold(items.size()) : failures -> failures > 0);
        if (distributed) {
            interpreter.tasks().beginMapRun();
        }
        visit.trail()
                .add(
                        "MapStateStarted",
                        "mapStateStartedEventDetails",
                        EventTrail.object().put("length", items.size()));
        List<ParallelWork.Work> work = new ArrayList<>();
        for (JsonNode item : items) {
            work.add(work(work.size(), item));
        }
        try {
            ArrayNode results = JsonNodeFactory.instance.arrayNode();
            crew.run(work).forEach(outcome -> outcome.result().ifPresent(results::add));
            visit.trail().add("MapStateSucceeded");
            return results;
        } catch (StatesException failure) {
            visit.trail().add("MapStateFailed");
            throw distributed ? overThreshold() : failure;
        } catch (InterruptedException stopped) {
            if (distributed) {
                interpreter.tasks().stopMapRun();
            }
            throw stopped;
        }
    }

    private StatesException overThreshold() {
        interpreter.tasks().stopMapRun();
        return new StatesException(ErrorNames.THRESHOLD, "The specified tolerated failure threshold was exceeded");
    }

    private JsonNode items() throws StatesException {
        Optional<ValueTemplate> source = state.items().source();
        if (source.isPresent()) {
            return visit.evaluation().value("Items", source.get(), JsonNodeType.ARRAY);
        }
        if (!visit.input().isArray()) {
            throw visit.queryFailure("Items", "Map state input must be an array but was: " + visit.input());
        }
        return visit.input();
    }

    private int atOnce() throws StatesException {
        int max = distributed ? MAX_CONCURRENCY_DISTRIBUTED : MAX_CONCURRENCY_INLINE;
        Optional<ValueTemplate> declared = state.items().maxConcurrency();
        long wanted = declared.isPresent() ? visit.evaluation().wholeNumber("MaxConcurrency", declared.get(), 0) : 0;
        return wanted == 0 ? max : (int) Math.min(wanted, max);
    }

    private IntPredicate threshold(int items) throws StatesException {
        Optional<ValueTemplate> percentage = state.tolerance().percentage();
        Optional<ValueTemplate> count = state.tolerance().count();
        double mostPercent = percentage.isPresent()
                ? visit.evaluation()
                        .value("ToleratedFailurePercentage", percentage.get(), JsonNodeType.NUMBER)
                        .asDouble()
                : count.isPresent() ? 100 : 0;
        long mostFailures =
                count.isPresent() ? visit.evaluation().wholeNumber("ToleratedFailureCount", count.get(), 0) : items;
        return failures -> failures > mostFailures || 100.0 * failures / items > mostPercent;
    }

    private ParallelWork.Work work(int index, JsonNode item) throws StatesException {
        ObjectNode context = visit.itemContext(index, item);
        Optional<ValueTemplate> selector = state.items().selector();
        JsonNode input = selector.isPresent() ? visit.evaluation(context).value("ItemSelector", selector.get()) : item;
        if (distributed) {
            FlowScope scope = visit.scope().detached(childContext(context, input));
            return () -> interpreter.run(state.processor(), input, scope);
        }
        FlowScope scope = visit.scope().inner();
        scope.context().set("Map", context.path("Map"));
        return () -> iteration(index, input, scope);
    }

    private JsonNode iteration(int index, JsonNode input, FlowScope scope)
            throws StatesException, InterruptedException {
        event(scope, "Started", index);
        try {
            JsonNode output = interpreter.run(state.processor(), input, scope);
            event(scope, "Succeeded", index);
            return output;
        } catch (StatesException failure) {
            event(scope, "Failed", index);
            throw failure;
        } catch (InterruptedException stopped) {
            event(scope, "Aborted", index);
            throw stopped;
        }
    }

    private void event(FlowScope scope, String what, int index) {
        scope.trail()
                .add(
                        "MapIteration" + what,
                        "mapIteration" + what + "EventDetails",
                        EventTrail.object().put("name", state.name()).put("index", index));
    }

    private ObjectNode childContext(ObjectNode context, JsonNode input) {
        ObjectNode child = context.deepCopy();
        ObjectNode execution = child.withObject("/Execution");
        String id = execution.path("Id").asText();
        String name = UUID.randomUUID().toString();
        String machine = id.substring(0, Math.max(id.lastIndexOf(':'), 0));
        execution
                .put("Id", machine + "/" + state.name() + ":" + name)
                .put("Name", name)
                .set("Input", input);
        return child;
    }
}
