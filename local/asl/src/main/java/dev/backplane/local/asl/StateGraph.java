package dev.backplane.local.asl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The transitions of a machine. AWS rejects unknown targets and unreachable states. */
final class StateGraph {

    private final List<String> problems = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private StateGraph() {}

    static List<String> problems(StateMachine machine) {
        StateGraph graph = new StateGraph();
        graph.check("the machine", machine.flow(), Set.of());
        return graph.problems;
    }

    /** @param outer the variables of enclosing flows, which this flow can read but not assign */
    private void check(String place, Flow flow, Set<String> outer) {
        Set<String> own = new HashSet<>();
        for (State state : flow.states().values()) {
            if (!names.add(state.name())) {
                problems.add("state '" + state.name() + "': the name is used twice");
            }
            targets(state)
                    .filter(target -> !flow.states().containsKey(target))
                    .forEach(target -> problems.add(
                            "state '" + state.name() + "': the next state '" + target + "' does not exist"));
            shapings(state).forEach(shaping -> own.addAll(shaping.assign().keySet()));
        }
        own.stream()
                .filter(outer::contains)
                .sorted()
                .forEach(variable -> problems.add(place + ": the variable " + variable
                        + " belongs to an outer flow and cannot be assigned here"));
        checkReach(place, flow);
        Set<String> visible = new HashSet<>(outer);
        visible.addAll(own);
        flow.states()
                .values()
                .forEach(state ->
                        inner(state).forEach(branch -> check("state '" + state.name() + "'", branch, visible)));
    }

    private void checkReach(String place, Flow flow) {
        if (!flow.states().containsKey(flow.startAt())) {
            problems.add(place + ": field StartAt: the state '" + flow.startAt() + "' does not exist");
            return;
        }
        Set<String> reached = new HashSet<>(Set.of(flow.startAt()));
        Deque<String> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            Optional.ofNullable(flow.states().get(open.remove())).stream()
                    .flatMap(StateGraph::targets)
                    .filter(reached::add)
                    .forEach(open::add);
        }
        flow.states().keySet().stream()
                .filter(name -> !reached.contains(name))
                .forEach(name -> problems.add("state '" + name + "': it cannot be reached"));
        if (reached.stream().map(flow.states()::get).noneMatch(state -> state != null && isTerminal(state))) {
            problems.add(place + ": no end can be reached");
        }
    }

    private static boolean isTerminal(State state) {
        return state instanceof State.Succeed
                || state instanceof State.Fail
                || exit(state).filter(exit -> exit.next().isEmpty()).isPresent();
    }

    private static Stream<String> targets(State state) {
        Stream<String> own = state instanceof State.Choice choice
                ? Stream.concat(choice.rules().stream().map(State.Choice.Rule::next), choice.defaultNext().stream())
                : exit(state).flatMap(StateExit::next).stream();
        return Stream.concat(
                own,
                recovery(state).stream()
                        .flatMap(found -> found.catchers().stream())
                        .map(ErrorHandling.Catcher::next));
    }

    private static Stream<ResultShaping> shapings(State state) {
        Stream<ResultShaping> own = state instanceof State.Choice choice
                ? Stream.concat(
                        Stream.of(choice.defaultShaping()),
                        choice.rules().stream().map(State.Choice.Rule::shaping))
                : exit(state).map(StateExit::shaping).stream();
        return Stream.concat(
                own,
                recovery(state).stream()
                        .flatMap(found -> found.catchers().stream())
                        .map(ErrorHandling.Catcher::shaping));
    }

    static Stream<Flow> inner(State state) {
        return switch (state) {
            case State.Map map -> Stream.of(map.processor());
            default -> Stream.empty();
        };
    }

    private static Optional<StateExit> exit(State state) {
        return switch (state) {
            case State.Pass pass -> Optional.of(pass.exit());
            case State.Task task -> Optional.of(task.exit());
            case State.Wait wait -> Optional.of(wait.exit());
            case State.Map map -> Optional.of(map.exit());
            case State.Choice _, State.Succeed _, State.Fail _ -> Optional.empty();
        };
    }

    private static Optional<ErrorHandling> recovery(State state) {
        return switch (state) {
            case State.Task task -> Optional.of(task.recovery());
            case State.Map map -> Optional.of(map.recovery());
            default -> Optional.empty();
        };
    }
}
