package dev.backplane.layers;

/** What came of the registration of a build. */
public sealed interface BuildOutcome {

    /** There is a new latest build. */
    record Registered(Build build) implements BuildOutcome {}

    /** The latest build has the same requirements, and nothing is written. */
    record Unchanged(Build build) implements BuildOutcome {}
}
