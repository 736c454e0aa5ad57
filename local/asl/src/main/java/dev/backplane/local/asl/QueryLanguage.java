package dev.backplane.local.asl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The query language of a state. JSONPath is supported only in states that have nothing to query. */
enum QueryLanguage {
    JSONATA("JSONata"),
    JSONPATH("JSONPath");

    /** The fields with the same meaning in both languages, by the type of the state. */
    private static final Map<String, Set<String>> NEUTRAL = Map.of(
            "Pass", Set.of("Type", "Comment", "QueryLanguage", "Next", "End"),
            "Succeed", Set.of("Type", "Comment", "QueryLanguage"),
            "Fail", Set.of("Type", "Comment", "QueryLanguage", "Error", "Cause"));

    private final String word;

    QueryLanguage(String word) {
        this.word = word;
    }

    /** Returns the query language of an object; by default, the language of its parent. */
    static QueryLanguage of(DefinitionFields fields, QueryLanguage surrounding) {
        Optional<String> word = fields.text("QueryLanguage");
        if (word.isEmpty()) {
            return surrounding;
        }
        if (word.get().equals(JSONPATH.word)) {
            return JSONPATH;
        }
        if (!word.get().equals(JSONATA.word)) {
            fields.problem("QueryLanguage", "must be JSONata or JSONPath");
        }
        return JSONATA;
    }

    /** Returns why a state cannot be run in this language. */
    Optional<String> problem(String type, JsonNode state) {
        if (this == JSONATA) {
            return Optional.empty();
        }
        Set<String> neutral = NEUTRAL.getOrDefault(type, Set.of());
        return state.propertyStream()
                .map(Map.Entry::getKey)
                .filter(field -> !neutral.contains(field))
                .findFirst()
                .map(field -> "field " + (neutral.isEmpty() ? "QueryLanguage" : field)
                        + ": JSONPath is not supported; set \"QueryLanguage\": \"JSONata\"");
    }
}
