package dev.backplane.local.asl;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * States and where to begin: a whole machine, a branch, or what is done with each item of a map.
 *
 * @param states by name, in the order of the definition
 */
public record Flow(String startAt, Map<String, State> states) {

    public Flow {
        states = Collections.unmodifiableMap(new LinkedHashMap<>(states));
    }
}
