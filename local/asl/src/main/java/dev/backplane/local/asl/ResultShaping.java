package dev.backplane.local.asl;

import java.util.Map;
import java.util.Optional;

/**
 * The output and the assignments of a state.
 *
 * @param output the output; the result if empty
 * @param assign new values of variables, by name
 */
public record ResultShaping(Optional<ValueTemplate> output, Map<String, ValueTemplate> assign) {

    /** Passes the result on unchanged. */
    public static final ResultShaping NONE = new ResultShaping(Optional.empty(), Map.of());

    public ResultShaping {
        assign = Map.copyOf(assign);
    }
}
