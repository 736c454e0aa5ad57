package dev.backplane.local.asl;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A parsed definition.
 *
 * @param timeout the timeout of an execution
 */
public record StateMachine(Flow flow, Optional<Duration> timeout) {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /**
     * Parses a definition.
     *
     * @throws DefinitionException with everything that is unknown or cannot be run
     */
    public static StateMachine parse(String definition) {
        try {
            return of(JSON.readTree(definition));
        } catch (JacksonException failure) {
            throw new DefinitionException(List.of("the definition is not JSON: " + failure.getOriginalMessage()));
        }
    }

    /**
     * Parses a definition.
     *
     * @throws DefinitionException with everything that is unknown or cannot be run
     */
    public static StateMachine of(JsonNode definition) {
        List<String> problems = new ArrayList<>();
        StateMachine machine = new DefinitionReader(problems).machine(definition);
        if (problems.isEmpty()) {
            problems.addAll(StateGraph.problems(machine));
        }
        if (!problems.isEmpty()) {
            throw new DefinitionException(problems);
        }
        return machine;
    }
}
