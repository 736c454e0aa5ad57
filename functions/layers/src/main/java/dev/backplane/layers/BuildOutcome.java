package dev.backplane.layers;

/** The result of registering a build. */
public sealed interface BuildOutcome {

    /** The build is the new latest. */
    record Registered(Build build) implements BuildOutcome {}

    /** The latest build has the same requirements; nothing is written. */
    record Unchanged(Build build) implements BuildOutcome {}
}
