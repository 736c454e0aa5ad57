package dev.backplane.local.asl;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A start state and its states: a whole machine, a branch, or the item processor of a map.
 *
 * @param states the states by name, in the order of the definition
 */
public record Flow(String startAt, Map<String, State> states) {

    public Flow {
        states = Collections.unmodifiableMap(new LinkedHashMap<>(states));
    }
}
