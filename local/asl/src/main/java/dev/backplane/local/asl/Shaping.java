package dev.backplane.local.asl;

import java.util.Map;
import java.util.Optional;

/**
 * What a state makes of its result.
 *
 * @param output what it hands on; the result itself when empty
 * @param assign new values of variables, by name
 */
public record Shaping(Optional<Template> output, Map<String, Template> assign) {
    /** Changes nothing. */
    public static final Shaping NONE = new Shaping(Optional.empty(), Map.of());

    public Shaping {
        assign = Map.copyOf(assign);
    }
}
