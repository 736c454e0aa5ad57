package dev.backplane.layers;

import java.time.Instant;
import java.util.Optional;

/**
 * How far the inventory of a region is.
 *
 * @param finished the start of the last run that ended
 * @param run the run that has not ended
 */
public record Inventory(Optional<Instant> finished, Optional<Run> run) {

    /**
     * One pass over the functions of a region, by one or more invocations.
     *
     * @param marker where Lambda's list continues; empty at the start
     */
    public record Run(Instant started, Optional<String> marker) {}
}
