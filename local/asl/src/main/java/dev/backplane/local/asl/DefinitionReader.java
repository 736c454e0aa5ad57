package dev.backplane.local.asl;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads flows of states and collects their problems. */
final class DefinitionReader {

    private static final int LONGEST_STATE_NAME = 80;

    private final List<String> problems;

    DefinitionReader(List<String> problems) {
        this.problems = problems;
    }

    StateMachine machine(JsonNode definition) {
        DefinitionFields fields = new DefinitionFields(definition, problem -> problems.add("the machine: " + problem));
        QueryLanguage language = QueryLanguage.of(fields, QueryLanguage.JSONPATH);
        Optional<Duration> timeout = fields.wholeNumber("TimeoutSeconds", 1).map(Duration::ofSeconds);
        fields.text("Version")
                .filter(version -> !version.equals("1.0"))
                .ifPresent(version -> fields.problem("Version", "must be 1.0"));
        Flow flow = flow(fields, language);
        fields.end();
        return new StateMachine(flow, timeout);
    }

    Flow flow(DefinitionFields fields, QueryLanguage language) {
        String startAt = fields.requiredText("StartAt");
        Map<String, State> states = new LinkedHashMap<>();
        Optional<JsonNode> declared = fields.take("States");
        if (declared.isEmpty() || declared.get().isEmpty()) {
            fields.missing("States", "");
        }
        declared.ifPresent(object -> object.properties()
                .forEach(state -> state(state.getKey(), state.getValue(), language)
                        .ifPresent(read -> states.put(state.getKey(), read))));
        return new Flow(startAt, states);
    }

    private Optional<State> state(String name, JsonNode declared, QueryLanguage surrounding) {
        String place = "state '" + name + "'";
        DefinitionFields fields = new DefinitionFields(declared, problem -> problems.add(place + ": " + problem));
        if (name.isEmpty() || name.length() > LONGEST_STATE_NAME) {
            problems.add(place + ": the name must have 1 to " + LONGEST_STATE_NAME + " characters");
        }
        QueryLanguage language = QueryLanguage.of(fields, surrounding);
        String type = fields.requiredText("Type");
        language.problem(type, declared).ifPresent(problem -> problems.add(place + ": " + problem));
        Optional<State> state = new StateReader(name, fields, language, this).read(type);
        if (state.isPresent()) {
            fields.end();
        }
        return state;
    }

    void problem(String problem) {
        problems.add(problem);
    }
}
