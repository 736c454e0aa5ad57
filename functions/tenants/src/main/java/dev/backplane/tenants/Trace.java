package dev.backplane.tenants;

import java.time.Instant;
import java.util.List;

/**
 * The course of a run, as its state machine reports it.
 *
 * @param started the time of its start
 * @param marks the steps that it has reached, in order
 */
public record Trace(Instant started, List<Mark> marks) {

    public Trace {
        marks = List.copyOf(marks);
    }

    /** The time at which a run has reached a step, which lasts until the next one. */
    public record Mark(String step, Instant at) {}
}
