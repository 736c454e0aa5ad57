package dev.backplane.local.asl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the fields that several types of states share. */
final class CommonFieldsReader {

    static final JsonNode EMPTY = JsonNodeFactory.instance.objectNode();
    static final ValueTemplate NOTHING = new ValueTemplate.Literal(EMPTY);

    private final DefinitionFields fields;
    private final Consumer<String> problems;

    CommonFieldsReader(DefinitionFields fields, Consumer<String> problems) {
        this.fields = fields;
        this.problems = problems;
    }

    /** Returns a nested object of the state. */
    DefinitionFields inner(String field, JsonNode object) {
        return new DefinitionFields(object, problem -> problems.accept(field + ": " + problem));
    }

    StateExit exit() {
        Optional<String> next = fields.text("Next");
        Optional<JsonNode> end = fields.take("End");
        if (end.isPresent() && !end.get().isBoolean()) {
            fields.problem("End", "must be a boolean");
        }
        boolean ends = end.map(JsonNode::asBoolean).orElse(false);
        if (ends == next.isPresent()) {
            problems.accept("exactly one of the fields Next and End is required");
        }
        return new StateExit(shaping(fields), next);
    }

    static ResultShaping shaping(DefinitionFields fields) {
        Map<String, ValueTemplate> assign = new LinkedHashMap<>();
        Optional<JsonNode> declared = fields.take("Assign");
        if (declared.isPresent() && !declared.get().isObject()) {
            fields.problem("Assign", "must be an object");
        }
        declared.ifPresent(object -> object.properties().forEach(variable -> {
            if (variable.getKey().equals("states")) {
                fields.problem("Assign/states", "is a reserved name");
            }
            assign.put(variable.getKey(), fields.templateAt("Assign/" + variable.getKey(), variable.getValue()));
        }));
        return new ResultShaping(fields.template("Output"), assign);
    }

    ErrorHandling recovery() {
        List<Retrier> retriers = new ArrayList<>();
        fields.take("Retry")
                .ifPresent(array -> array.forEach(
                        retrier -> retriers.add(retrier(inner("Retry[" + retriers.size() + "]", retrier)))));
        List<ErrorHandling.Catcher> catchers = new ArrayList<>();
        fields.take("Catch")
                .ifPresent(array -> array.forEach(
                        catcher -> catchers.add(catcher(inner("Catch[" + catchers.size() + "]", catcher)))));
        checkWildcards("Retry", retriers.stream().map(Retrier::errors).toList());
        checkWildcards(
                "Catch", catchers.stream().map(ErrorHandling.Catcher::errors).toList());
        return new ErrorHandling(retriers, catchers);
    }

    private static Retrier retrier(DefinitionFields retry) {
        List<String> errors = errors(retry);
        Duration interval =
                retry.wholeNumber("IntervalSeconds", 1).map(Duration::ofSeconds).orElse(Retrier.DEFAULT_INTERVAL);
        int attempts = retry.wholeNumber("MaxAttempts", 0).orElse(Retrier.DEFAULT_ATTEMPTS);
        double backoff = retry.decimal("BackoffRate", Retrier.DEFAULT_BACKOFF, 1.0);
        Optional<Duration> maxDelay = retry.wholeNumber("MaxDelaySeconds", 1).map(Duration::ofSeconds);
        if (maxDelay.isPresent() && maxDelay.get().compareTo(interval) <= 0) {
            retry.problem("MaxDelaySeconds", "must be greater than IntervalSeconds");
        }
        String jitter = retry.text("JitterStrategy").orElse("NONE");
        if (!jitter.equals("NONE") && !jitter.equals("FULL")) {
            retry.problem("JitterStrategy", "must be FULL or NONE");
        }
        retry.end();
        return new Retrier(errors, interval, attempts, backoff, maxDelay, jitter.equals("FULL"));
    }

    private static ErrorHandling.Catcher catcher(DefinitionFields fields) {
        ErrorHandling.Catcher catcher =
                new ErrorHandling.Catcher(errors(fields), shaping(fields), fields.requiredText("Next"));
        fields.end();
        return catcher;
    }

    private static List<String> errors(DefinitionFields fields) {
        List<String> errors = new ArrayList<>();
        fields.take("ErrorEquals").ifPresent(array -> array.forEach(error -> errors.add(error.asText())));
        if (errors.isEmpty()) {
            fields.missing("ErrorEquals", "");
        }
        errors.stream()
                .filter(error -> !ErrorNames.isAllowed(error))
                .forEach(error -> fields.problem("ErrorEquals", "has the unknown error " + error));
        return List.copyOf(errors);
    }

    /** Checks that a wildcard stands alone and last, because later entries would never match. */
    private void checkWildcards(String field, List<List<String>> lists) {
        for (int i = 0; i < lists.size(); i++) {
            boolean wildcard = lists.get(i).contains(ErrorNames.ALL);
            if (wildcard && (lists.get(i).size() > 1 || i < lists.size() - 1)) {
                problems.accept(
                        "field " + field + "[" + i + "]/ErrorEquals: " + ErrorNames.ALL + " must be alone and last");
            }
        }
    }
}
