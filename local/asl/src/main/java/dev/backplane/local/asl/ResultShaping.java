package dev.backplane.local.asl;

import java.util.Map;
import java.util.Optional;

/**
 * What a state makes of its result.
 *
 * @param output what it hands on; the result itself when empty
 * @param assign new values of variables, by name
 */
public record ResultShaping(Optional<ValueTemplate> output, Map<String, ValueTemplate> assign) {

    /** Changes nothing. */
    public static final ResultShaping NONE = new ResultShaping(Optional.empty(), Map.of());

    public ResultShaping {
        assign = Map.copyOf(assign);
    }
}
