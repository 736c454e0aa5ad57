package dev.backplane.local.asl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The static check of a definition: reports what AWS or the local cloud would reject, and violations of the suite's own
 * rules.
 */
public final class AslCheck {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([A-Za-z0-9_]+)}");

    private AslCheck() {}

    /**
     * Returns all problems of a definition.
     *
     * <p>The suite's own rules: every Task has TimeoutSeconds, Retry and Catch, the machine has TimeoutSeconds, and
     * failures are tolerated only where AWS supports it.
     *
     * @param definition with placeholders of the form <code>${Name}</code>
     * @param supplied the names of the placeholders with a value
     */
    public static List<String> problems(String definition, Set<String> supplied) {
        List<String> problems = new ArrayList<>(missing(definition, supplied));
        Map<String, String> values =
                placeholders(definition).stream().collect(Collectors.toMap(Function.identity(), name -> name));
        try {
            problems.addAll(checkRules(StateMachine.parse(substitute(definition, values))));
        } catch (DefinitionException refused) {
            problems.addAll(refused.problems());
        }
        return problems;
    }

    /** Returns a problem for each placeholder without a value. */
    public static List<String> missing(String definition, Set<String> supplied) {
        return placeholders(definition).stream()
                .filter(name -> !supplied.contains(name))
                .map(name -> "the placeholder ${" + name + "} has no value")
                .toList();
    }

    /** Returns the names of all placeholders of a definition. */
    public static Set<String> placeholders(String definition) {
        return PLACEHOLDER
                .matcher(definition)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Replaces placeholders by their values; placeholders without a value are kept. */
    public static String substitute(String definition, Map<String, String> values) {
        return PLACEHOLDER
                .matcher(definition)
                .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
    }

    private static List<String> checkRules(StateMachine machine) {
        List<String> problems = new ArrayList<>();
        if (machine.timeout().isEmpty()) {
            problems.add("the machine: field TimeoutSeconds is missing");
        }
        states(machine.flow()).forEach(state -> {
            switch (state) {
                case State.Task task -> checkRules(task, problems);
                case State.Map map -> checkRules(map, problems);
                default -> {}
            }
        });
        return problems;
    }

    private static void checkRules(State.Task task, List<String> problems) {
        String place = "state '" + task.name() + "': field ";
        if (task.timeout().isEmpty()) {
            problems.add(place + "TimeoutSeconds is missing");
        }
        if (task.recovery().retriers().isEmpty()) {
            problems.add(place + "Retry is missing");
        }
        if (task.recovery().catchers().isEmpty()) {
            problems.add(place + "Catch is missing");
        }
    }

    private static void checkRules(State.Map map, List<String> problems) {
        State.Map.Tolerance tolerance = map.tolerance();
        if (!tolerance.distributed()
                && (tolerance.percentage().isPresent() || tolerance.count().isPresent())) {
            problems.add("state '" + map.name()
                    + "': AWS tolerates failures only when ItemProcessor/ProcessorConfig/Mode is DISTRIBUTED");
        }
    }

    private static Stream<State> states(Flow flow) {
        return flow.states().values().stream()
                .flatMap(state ->
                        Stream.concat(Stream.of(state), StateGraph.inner(state).flatMap(AslCheck::states)));
    }
}
